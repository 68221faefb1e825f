// The largest of some answers, with noise. If no answer moves by more than 1, neither does the
// largest: where one run has its maximum, the other has an entry that is at most 1 smaller. The
// smallest and the largest together move by 2, and the number in the middle of them by 1 again.
// This releases the value; report noisy max (noisy_max.wl) releases where it is.
program NoisyMaximum(q : private list[real], eps : real) : real
  requires eps > 0;
  requires size(q) >= 1;
{
  m := max(q);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

claim private : NoisyMaximum satisfies dp(eps) when all_within(q, 1);

program NoisyRange(q : private list[real], eps : real) : real
  requires eps > 0;
  requires size(q) >= 1;
{
  r := max(q) - min(q);
  z :=$ Laplace(2/eps) couple z{2} = z{1} + r{1} - r{2};
  return r + z;
}

claim range : NoisyRange satisfies dp(eps) when all_within(q, 1);

program NoisyMiddle(q : private list[real], eps : real) : real
  requires eps > 0;
  requires size(q) >= 1;
{
  m := (min(q) + max(q))/2;
  z :=$ Laplace(1/eps) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

claim middle : NoisyMiddle satisfies dp(eps) when all_within(q, 1);

program MaximumOnGrid(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  y :=$ Clamp(DiscreteLaplace(1/eps, max(q)), 0, 2) couple y{2} = y{1};
  return y;
}

claim on_grid : MaximumOnGrid satisfies dp(eps) when all_within(q, 1)
  check size(q) in 1..2, q[_] in 0..2, eps = ln(2);

claim one_differs_by_anything : MaximumOnGrid satisfies dp(eps) when one_differs(q)
  check size(q) = 2, q[_] in {0, 2}, eps = ln(2)
  expect refuted;
