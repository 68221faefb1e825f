// Releasing partial sums, BU CS 599, first version: fresh noise on each exact running sum.
// A record counts in every sum from its own position on, so n sums cost n*eps.
// The twin draws integer noise around the sum and clamps it to 0..n: its channel is finite, and
// shows that n*eps is tight and eps is false.
program DummySum(d : private list[int], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(d) = n;
{
  i := 0;
  s := 0;
  r := [];
  t := 0;
  while (i < size(d))
    invariant ={i, r} && 0 <= i{1} && i{1} <= n && cost <= i{1}*eps;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    z :=$ Laplace(1/eps, 0) couple z{2} = z{1} + s{1} - s{2};
    t := s + z;
    r := r ++ [t];
    i := i + 1;
  }
  return r;
}

claim every_sum_pays : DummySum satisfies dp(n*eps) when one_differs(d, 1) at k;

program DummySumOnGrid(d : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(d) = n;
{
  i := 0;
  s := 0;
  r := [];
  while (i < size(d))
    invariant ={i, r} && 0 <= i{1} && i{1} <= n && cost <= i{1}*eps;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    t :=$ Clamp(DiscreteLaplace(1/eps, s), 0, n) couple t{2} = t{1};
    r := r ++ [t];
    i := i + 1;
  }
  return r;
}

claim every_sum_pays_on_grid : DummySumOnGrid satisfies dp(n*eps) when one_differs(d, 1) at k
  check n = 1, size(d) = 1, d[_] in 0..1, eps = ln(2)
  check n = 2, size(d) = 2, d[_] in 0..1, eps = ln(2)
  check n = 3, size(d) = 3, d[_] in 0..1, eps = ln(2);

claim one_eps_is_enough : DummySumOnGrid satisfies dp(eps) when one_differs(d, 1) at k
  check n = 2, size(d) = 2, d[_] in 0..1, eps = ln(2)
  expect refuted;
