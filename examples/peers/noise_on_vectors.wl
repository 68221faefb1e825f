// Noise on every number of a list, paid for by the distance of the lists: Laplace noise in l1 (Dwork, McSherry, Nissim
// and Smith, TCC 2006), Gaussian noise in l2 (Dwork and Roth, The Algorithmic Foundations of Differential Privacy,
// theorem A.1; in rho: Bun and Steinke, TCC 2016). Nothing is annotated.
program LaplaceVector(q : private list[real], n : int, c : real, eps : real) : list[real]
  requires size(q) = n && c > 0 && eps > 0;
{
  z :=$ Each(Laplace(c/eps), n);
  return q + z;
}

claim in_l1 : LaplaceVector satisfies dp(eps) when l1(q{1}, q{2}, c);

// noise for l1, and a distance in l2
claim in_l2 : LaplaceVector satisfies dp(eps) when l2(q{1}, q{2}, c)
  check n = 3, c = 1, eps = 1, q in {[0, 0, 0], [1/2, 1/2, 1/2]}
  expect refuted;

program GaussianVector(
  q : private list[real],
  n : int,
  c : real,
  eps : real,
  delta : real
) : list[real]
  requires size(q) = n && c > 0 && 0 < eps && eps <= 1 && 0 < delta && delta < 1;
{
  z :=$ Each(Gauss(c*sqrt(2*ln(5/(4*delta)))/eps), n);
  return q + z;
}

claim gaussian : GaussianVector satisfies dp(eps, delta) when l2(q{1}, q{2}, c);

program Concentrated(q : private list[real], n : int, c : real, sigma : real) : list[real]
  requires size(q) = n && c > 0 && sigma > 0;
{
  a := clip2(q, c);
  z :=$ Each(Gauss(sigma), n);
  return a + z;
}

// any list, clipped: two of them are within 2*c
claim clipped : Concentrated satisfies zcdp(2*c^2/sigma^2) when any;

claim clipped_half : Concentrated satisfies zcdp(c^2/(2*sigma^2)) when any
  check n = 1, c = 1, sigma = 1, q in {[1], [-1]}
  expect refuted;
