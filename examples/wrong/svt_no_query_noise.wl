// Sparse vector without noise on the queries, Lyu, Su and Li, VLDB 2017, Algorithm 5 (of Stoddard
// et al. 2014). All queries meet the same noisy threshold: answers 0, 1 can give (miss, hit),
// which needs a threshold above 0 and at most 1; answers 1, 0 never can: no epsilon is enough.
program SvtNoQueryNoise(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ Truncate(DiscreteLaplace(2/eps), -3, 3);
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
  check q in {[0, 1], [1, 0]}, T = 0, eps = 2*ln(2)
  expect refuted;
