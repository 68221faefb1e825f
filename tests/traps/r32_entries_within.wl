// R32: entries that are all within 1 are taken for lists within 1.
// truth: n = 4, sigma = 1: lists that differ by 1 at every position are 2 apart in l2: rho is 2.
// owed: budget
program Noisy(q : private list[real], n : int, sigma : real) : list[real]
  requires size(q) = n && sigma > 0;
{
  z :=$ Each(Gauss(sigma), n) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

claim private : Noisy satisfies zcdp(1/(2*sigma^2)) when all_within(q, 1)
  check n = 2, q in {[0, 0], [1, 1]}, sigma = 1
  expect refuted;
