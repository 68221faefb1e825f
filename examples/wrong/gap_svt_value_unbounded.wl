// The sparse vector of gap_svt_value.wl for one hit, with discrete Laplace noise that is not cut
// off; only the released value is rounded, into -1..1. m misses and then "at most -1", on answers
// 0 against answers 1, give the ratio exp((m + 1)*eps/4), exactly: too much from m = 4 on.
program GapSvtValue(q : private list[int], T : int, eps : real) : list[(bool, int)]
  requires eps > 0;
{
  bar :=$ DiscreteLaplace(2/eps, T);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(4/eps);
    if (q[i] + eta >= bar) {
      out := out ++ [(true, max(-1, min(1, q[i] + eta)))];
      hit := true;
      // the threshold is not needed any more
      bar := 0;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

claim private : GapSvtValue satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0, 0, 0], [1, 1, 1, 1, 1]}, T = 0, eps = 4*ln(2)
  expect refuted;
