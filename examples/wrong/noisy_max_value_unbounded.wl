// The noisy max that returns the value, of noisy_max_value.wl, with discrete Laplace noise that is
// not cut off; only the answer is rounded, into -1..2. Three scores 0, 0, 0 against 1, 1, 1 and the
// answer "at most -1" give the ratio exp(3*eps/2), exactly, whatever eps is.
program NoisyMaxValue(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0;
  top := 0;
  while (i < size(q))
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(2/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; }
    i := i + 1;
  }
  return max(-1, min(2, top));
}

claim private : NoisyMaxValue satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0], [1, 1, 1]}, eps in {1, 2*ln(2)}
  expect refuted;
