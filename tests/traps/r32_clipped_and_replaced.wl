// R32: a list that is clipped to norm c is replaced by another one, and the noise is for a distance of c.
// truth: c = 1, sigma = 1: q = [1] against [-1] are 2 apart, rho is 2.
// owed: budget
program Noisy(q : private list[real], n : int, c : real, sigma : real) : list[real]
  requires size(q) = n && c > 0 && sigma > 0;
{
  a := clip2(q, c);
  z :=$ Each(Gauss(sigma), n) couple z{2} = z{1} + a{1} - a{2};
  return a + z;
}

claim private : Noisy satisfies zcdp(c^2/(2*sigma^2)) when any
  check n = 1, q in {[1], [-1]}, c = 1, sigma = 1
  expect refuted;
