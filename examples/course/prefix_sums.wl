// Releasing partial sums, BU CS 599, second version: noise on each element, then exact sums.
// Only the draw at the changed position k pays, and the sums are post-processing, so any number
// of partial sums costs eps. The twin has a finite channel, which shows that eps is tight.
program DummySum(d : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  i := 0;
  s := 0;
  r := [];
  t := 0;
  while (i < size(d))
    invariant ={i, s, r} && 0 <= i{1} && i{1} <= size(d{1});
    invariant cost <= (if i{1} > k then eps else 0);
    decreases size(d) - i;
  {
    z :=$ Laplace(1/eps, 0) couple z{2} = z{1} + d{1}[i{1}] - d{2}[i{1}];
    t := d[i] + z;
    s := s + t;
    r := r ++ [s];
    i := i + 1;
  }
  return r;
}

claim one_draw_pays : DummySum satisfies dp(eps) when one_differs(d, 1) at k;

program DummySumOnGrid(d : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  i := 0;
  s := 0;
  r := [];
  while (i < size(d))
    invariant ={i, s, r} && 0 <= i{1} && i{1} <= size(d{1});
    invariant cost <= (if i{1} > k then eps else 0);
    decreases size(d) - i;
  {
    t :=$ Clamp(DiscreteLaplace(1/eps, d[i]), 0, 1) couple t{2} = t{1};
    s := s + t;
    r := r ++ [s];
    i := i + 1;
  }
  return r;
}

claim one_draw_pays_on_grid : DummySumOnGrid satisfies dp(eps) when one_differs(d, 1) at k
  check size(d) in 1..3, d[_] in 0..1, eps in {ln(2), ln(3)};
