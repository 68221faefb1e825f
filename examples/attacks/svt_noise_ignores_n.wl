// Sparse vector whose noise does not grow with the number of hits, Lyu, Su and Li, VLDB 2017,
// Algorithm 4, with no annotation and no `check`. The truth is (1 + 6*N)/4*eps, too much even for
// N = 1: the search comes close to 1.75*eps.
program NoiseIgnoresN(q : private list[int], T : int, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ DiscreteLaplace(4/eps);
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N) {
    eta :=$ DiscreteLaplace(4/(3*eps));
    if (q[i] + eta >= T + rho) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

program NoiseIgnoresNReals(q : private list[real], T : real, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Laplace(4/eps);
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N) {
    eta :=$ Laplace(4/(3*eps));
    if (q[i] + eta >= T + rho) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim integers : NoiseIgnoresN satisfies dp(eps) when all_within(q, 1) expect refuted;

claim reals : NoiseIgnoresNReals satisfies dp(eps) when all_within(q, 1) expect refuted;
