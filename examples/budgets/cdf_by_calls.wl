// The cumulative distribution by calls, BU CS 599, composition as a budget: one private count of
// the rows that are at most y, called for y = 0 to 7. Each call costs eps, so the budget is 8*eps,
// by sequential composition and with no look at what the counts have in common.
// One call at eps for all eight is false: on the twin the loss is that of seven counts.
program RowsUpTo(d : private list[int], y : int, eps : real) : real
  requires eps > 0;
{
  c := 0;
  for i in 0 .. size(d)
    invariant |c{1} - c{2}| <= (if i{1} > k then 1 else 0);
  {
    c := c + (if d[i] <= y then 1 else 0);
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_count : RowsUpTo satisfies dp(eps) when one_differs(d) at k;

program Cdf(d : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  r := [];
  for y in 0 .. 8
    invariant ={r} && cost <= y{1}*eps;
  {
    c :=$ RowsUpTo(d, y, eps) couple by one_count;
    r := r ++ [c];
  }
  return r;
}

claim eight_counts : Cdf satisfies dp(8*eps) when one_differs(d);

program CdfOnGrid(d : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(d) = n;
{
  r := [];
  for y in 0 .. 8 {
    c := 0;
    for i in 0 .. n {
      c := c + (if d[i] <= y then 1 else 0);
    }
    t :=$ Clamp(DiscreteLaplace(1/eps, c), 0, n);
    r := r ++ [t];
  }
  return r;
}

claim one_for_all : CdfOnGrid satisfies dp(eps) when one_differs(d)
  check n = 1, size(d) = 1, d[_] in 0..7, eps = ln(2)
  expect refuted;
