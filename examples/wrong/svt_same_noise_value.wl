// Sparse vector that releases the noisy answer of a hit, with the noise it was compared with, Lyu,
// Su and Li, VLDB 2017, Algorithm 3 (of Roth's lecture notes, 2011), for one hit. A released -1
// says that the threshold was at most -1, so that the misses before it tell something too: m of
// them and then "at most -1", on answers 0 against answers 1, give the ratio exp((m + 1)*eps/2).
// Here m = 2. The noise is cut off at -12 and 12, the released value rounded into -1..1.
program SvtSameNoiseValue(q : private list[int], T : int, eps : real) : list[(bool, int)]
  requires eps > 0;
{
  rho :=$ Truncate(DiscreteLaplace(2/eps), -12, 12);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    decreases size(q) - i;
  {
    eta :=$ Truncate(DiscreteLaplace(2/eps), -12, 12);
    if (q[i] + eta >= T + rho) {
      out := out ++ [(true, max(-1, min(1, q[i] + eta)))];
      hit := true;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

claim private : SvtSameNoiseValue satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0], [1, 1, 1]}, T = 0, eps = 2*ln(2)
  expect refuted;
