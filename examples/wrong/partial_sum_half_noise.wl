// The noisy sum with half the noise it needs, Lap(1/(2*eps)), from the CheckDP paper.
// A record that moves by 1 now costs 2*eps: the first claim is refuted, the second is true and the
// instance shows that it is exact. The noise is discrete, the answer rounded into 0..size(d).
program PartialSumHalfNoise(d : private list[int], eps : real) : int
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  t :=$ Clamp(DiscreteLaplace(1/(2*eps), s), 0, size(d)) couple t{2} = t{1};
  return t;
}

claim private : PartialSumHalfNoise satisfies dp(eps) when one_differs(d, 1) at k
  check size(d) = 2, d[_] in {0, 1}, eps = ln(2)
  expect refuted;

claim twice : PartialSumHalfNoise satisfies dp(2*eps) when one_differs(d, 1) at k
  check size(d) = 2, d[_] in {0, 1}, eps = ln(2);
