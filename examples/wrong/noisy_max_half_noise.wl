// Report noisy max with half the noise it needs, Lap(1/eps) instead of Lap(2/eps). The winner's
// noise must move by up to 2, which now costs 2*eps. The gap between the scores matters: the loss
// is 1.37*eps for 0, 0 against 1, -1 and 1.72*eps for 0, 8 against 1, 7 (ties go to the first).
// The noise is discrete Laplace noise cut off at -12 and 12, wider than the gap.
program NoisyMaxHalfNoise(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0;
  best := 0;
  top := 0;
  while (i < size(q))
    decreases size(q) - i;
  {
    eta :=$ Truncate(DiscreteLaplace(1/eps), -12, 12);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMaxHalfNoise satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0], [1, -1]}, eps = ln(2)
  check q in {[0, 8], [1, 7]}, eps = ln(2)
  expect refuted;
