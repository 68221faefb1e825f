// The sparse vector of svt_no_query_noise.wl (Lyu, Su and Li, VLDB 2017, Algorithm 5), with a
// threshold whose noise is not cut off. It does not help: answers 0, 1 can give (miss, hit), with
// probability (exp(-1/2) - exp(-1))/(1 + exp(-1/2)) at eps = 1, and answers 1, 0 never can.
program SvtNoQueryNoise(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps);
  i := 0;
  out := [];
  while (i < size(q))
    decreases size(q) - i;
  {
    out := out ++ [q[i] >= T + rho];
    i := i + 1;
  }
  return out;
}

claim private : SvtNoQueryNoise satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 1], [1, 0]}, T = 0, eps = 1
  expect refuted;
