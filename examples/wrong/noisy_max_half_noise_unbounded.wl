// The noisy max with half its noise of noisy_max_half_noise.wl, with discrete Laplace noise that is
// not cut off: the winning probabilities are sums over all integers, and exact. At eps = 1 the
// loss is 1.4747 for 0, 0 against 1, -1 (index 1 wins) and 1.7742 for 0, 8 against 1, 7 (index 0).
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
    eta :=$ DiscreteLaplace(1/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMaxHalfNoise satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 8], [1, 7]}, eps = 1
  check q in {[0, 0], [1, -1]}, eps = 1
  expect refuted;
