// Sequential composition, BU CS 599 and CMU 15-316 lecture 18, theorem 6: the budgets add up.
// Two mechanisms are proved once, a third calls them and cites their claims. It is adaptive: the
// threshold of the second query is the answer to the first, which is equal in both runs by then.
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  for i in 0 .. size(d)
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim sum_costs_eps : NoisySum satisfies dp(eps) when one_differs(d, 1) at k;

program CountAbove(d : private list[real], threshold : real, eps : real) : real
  requires eps > 0;
{
  c := 0;
  for i in 0 .. size(d)
    invariant |c{1} - c{2}| <= (if i{1} > k then 1 else 0);
  {
    c := c + (if d[i] > threshold then 1 else 0);
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim count_costs_eps : CountAbove satisfies dp(eps) when one_differs(d) at k;

program SumThenCount(d : private list[real], eps1 : real, eps2 : real) : (real, real)
  requires eps1 > 0;
  requires eps2 > 0;
{
  a :=$ NoisySum(d, eps1) couple by sum_costs_eps;
  b :=$ CountAbove(d, a, eps2) couple by count_costs_eps;
  return (a, b);
}

claim budgets_add_up : SumThenCount satisfies dp(eps1 + eps2) when one_differs(d, 1);
