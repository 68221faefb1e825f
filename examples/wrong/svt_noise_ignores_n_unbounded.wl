// The sparse vector of svt_noise_ignores_n.wl (Lyu, Su and Li, VLDB 2017, Algorithm 4), with
// discrete Laplace noise that is not cut off. Answers 2, 2, 2, 0 against 3, 3, 3, -1 and the event
// (miss, miss, miss, hit) lose 1.7479 at eps = 1, just below the (1 + 6*N)/4 of the paper.
program SvtNoiseIgnoresN(q : private list[int], T : int, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ DiscreteLaplace(4/eps);
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    decreases size(q) - i;
  {
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

claim private : SvtNoiseIgnoresN satisfies dp(eps) when all_within(q, 1)
  check q in {[2, 2, 2, 0], [3, 3, 3, -1]}, T = 0, N = 1, eps = 1
  expect refuted;
