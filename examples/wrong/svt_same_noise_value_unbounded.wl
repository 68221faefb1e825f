// The sparse vector of svt_same_noise_value.wl (Lyu, Su and Li, VLDB 2017, Algorithm 3), with
// discrete Laplace noise that is not cut off; only the released value is rounded, into -1..1.
// m misses and then "at most -1", on answers 0 against answers 1, give the ratio
// exp((m + 1)*eps/2), exactly. Here m = 2, and the loss is 3/2 at eps = 1.
program SvtSameNoiseValue(q : private list[int], T : int, eps : real) : list[(bool, int)]
  requires eps > 0;
{
  bar :=$ DiscreteLaplace(2/eps, T);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(2/eps);
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

claim private : SvtSameNoiseValue satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0], [1, 1, 1]}, T = 0, eps = 1
  expect refuted;
