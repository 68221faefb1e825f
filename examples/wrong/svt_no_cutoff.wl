// Sparse vector that never stops, Lyu, Su and Li, VLDB 2017, Algorithm 6 (of Chen et al. 2015):
// every query is answered, all with noise Lap(2/eps). Each hit costs eps more, without end.
// Answers 0, 0, 0, 0 against 1, 1, -1, -1 and the event (miss, miss, hit, hit) break the claim; two
// answers are not enough. The first program cuts the noise off at -12 and 12, the second does not.
program SvtNoCutoff(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ Truncate(DiscreteLaplace(2/eps), -12, 12);
  i := 0;
  out := [];
  while (i < size(q))
    decreases size(q) - i;
  {
    eta :=$ Truncate(DiscreteLaplace(2/eps), -12, 12);
    out := out ++ [q[i] + eta >= T + rho];
    i := i + 1;
  }
  return out;
}

program SvtNoCutoffUnbounded(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps);
  i := 0;
  out := [];
  while (i < size(q))
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(2/eps);
    out := out ++ [q[i] + eta >= T + rho];
    i := i + 1;
  }
  return out;
}

claim private : SvtNoCutoff satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0], [1, -1]}, T = 0, eps = 2*ln(2)
  check q in {[0, 0, 0, 0], [1, 1, -1, -1]}, T = 0, eps = 2*ln(2)
  expect refuted;

claim unbounded : SvtNoCutoffUnbounded satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0, 0], [1, 1, -1, -1]}, T = 0, eps = 2*ln(2)
  expect refuted;
