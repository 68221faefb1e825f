// The gap sparse vector of mechanisms/gap_svt.wl, except that a hit releases the noisy answer and
// not its gap to the noisy threshold, from the CheckDP paper. To be compared, the noisy answer must
// rise with the threshold, to be released it must not. N = 1: m misses and then "at most -1" on
// answers 0 against answers 1 give the ratio exp((m + 1)*eps/4), too much from m = 4 on.
// The noise is cut off at -12 and 12, the released value rounded into -1..1.
program GapSvtValue(q : private list[int], T : int, N : int, eps : real) : list[(bool, int)]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Truncate(DiscreteLaplace(2/eps), -12, 12);
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    decreases size(q) - i;
  {
    eta :=$ Truncate(DiscreteLaplace(4*N/eps), -12, 12);
    if (q[i] + eta >= T + rho) {
      out := out ++ [(true, max(-1, min(1, q[i] + eta)))];
      hits := hits + 1;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

claim private : GapSvtValue satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0, 0, 0], [1, 1, 1, 1, 1]}, T = 0, N = 1, eps = 4*ln(2)
  expect refuted;
