// Sparse vector that draws a new threshold after every hit, Dwork and Roth 2014, Algorithm 2; Lyu,
// Su and Li, VLDB 2017, Algorithm 2. The last one that is drawn is never compared with anything.
// True: each of N phases costs eps/(2N) for its threshold and eps/(2N) for the hit that ends it;
// what is drawn after the last hit is free.
program SvtReset(q : private list[real], T : real, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Laplace(2*N/eps);
  hits := 0;
  out := [];
  i := 0;
  while (i < size(q) && hits < N) {
    nu :=$ Laplace(4*N/eps);
    if (q[i] + nu >= T + rho) {
      out := out ++ [true];
      hits := hits + 1;
      rho :=$ Laplace(2*N/eps);
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : SvtReset satisfies dp(eps) when all_within(q, 1);
