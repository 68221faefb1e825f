// Noisy max that returns the largest noisy score instead of its index, from the StatDP and CheckDP
// papers. Every score that moves shifts the maximum, so the loss grows with the number of scores:
// three scores 0, 0, 0 against 1, 1, 1 and the event "at most -1" give the ratio exp(3*eps/2).
// With one-sided noise it is worse: 0 is possible in one run and impossible in the other.
// The answer is rounded into a small range, which cannot make a private program leak.
program NoisyMaxValue(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  top :=$ Clamp(DiscreteLaplace(2/eps, q[0]), -1, 2);
  i := 1;
  while (i < size(q))
    decreases size(q) - i;
  {
    noisy :=$ Clamp(DiscreteLaplace(2/eps, q[i]), -1, 2);
    if (noisy > top) { top := noisy; }
    i := i + 1;
  }
  return top;
}

program NoisyMaxValueOneSided(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0;
  top := 0;
  while (i < size(q))
    decreases size(q) - i;
  {
    eta :=$ Clamp(Geometric(1 - exp(-eps/2)), 0, 3);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; }
    i := i + 1;
  }
  return min(top, 2);
}

claim laplace : NoisyMaxValue satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0, 0], [1, 1, 1]}, eps = 2*ln(2)
  expect refuted;

claim one_sided : NoisyMaxValueOneSided satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0], [1, 1]}, eps = 2*ln(2)
  expect refuted;
