// Releasing every running sum with its own noise, the first version on the slides of BU CS 599.
// A record that moves stays in all later sums: from its step on, every release costs eps, at
// most n*eps in all. On the twin's instances that is exact.
// wrong/running_sum_eps.wl claims eps for it.
program NoisyRunningSum(q : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(q) = n;
{
  i := 0;
  s := 0;
  out := [];
  while (i < n)
    invariant ={i, out} && 0 <= i{1} && i{1} <= n;
    invariant s{1} - s{2} = (if i{1} > k then q{1}[k] - q{2}[k] else 0);
    invariant cost <= (if i{1} > k then (i{1} - k)*eps else 0);
    decreases n - i;
  {
    s := s + q[i];
    z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
    out := out ++ [s + z];
    i := i + 1;
  }
  return out;
}

program NoisyRunningSumInt(q : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(q) = n;
{
  i := 0;
  s := 0;
  out := [];
  while (i < n)
    invariant ={i, out} && 0 <= i{1} && i{1} <= n;
    invariant s{1} - s{2} = (if i{1} > k then q{1}[k] - q{2}[k] else 0);
    invariant cost <= (if i{1} > k then (i{1} - k)*eps else 0);
    decreases n - i;
  {
    s := s + q[i];
    t :=$ Clamp(DiscreteLaplace(1/eps, s), 0, n) couple t{2} = t{1};
    out := out ++ [t];
    i := i + 1;
  }
  return out;
}

claim private : NoisyRunningSum satisfies dp(n*eps) when one_differs(q, 1) at k;

claim integers : NoisyRunningSumInt satisfies dp(n*eps) when one_differs(q, 1) at k
  check n = 1, size(q) = 1, q[_] in {0, 1}, eps = ln(2)
  check n = 2, size(q) = 2, q[_] in {0, 1}, eps = ln(2);
