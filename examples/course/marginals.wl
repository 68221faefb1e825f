// Marginals, BU CS 599, composition as a budget: how many rows have a 1 in each of the three
// columns, with fresh noise for eps on each count. One row can move all three counts, so three
// queries cost 3*eps, and the twin's channel has that tight.
// The slides release fractions of the 10 rows; counts are the same up to a public factor.
program Marginals(d : private list[(bool, bool, bool)], eps : real) : (real, real, real)
  requires eps > 0;
{
  c0 := 0;
  c1 := 0;
  c2 := 0;
  for i in 0 .. size(d)
    invariant |c0{1} - c0{2}| <= (if i{1} > k then 1 else 0);
    invariant |c1{1} - c1{2}| <= (if i{1} > k then 1 else 0);
    invariant |c2{1} - c2{2}| <= (if i{1} > k then 1 else 0);
  {
    c0 := c0 + (if d[i].0 then 1 else 0);
    c1 := c1 + (if d[i].1 then 1 else 0);
    c2 := c2 + (if d[i].2 then 1 else 0);
  }
  z0 :=$ Laplace(1/eps) couple z0{2} = z0{1} + c0{1} - c0{2} cost eps;
  z1 :=$ Laplace(1/eps) couple z1{2} = z1{1} + c1{1} - c1{2} cost eps;
  z2 :=$ Laplace(1/eps) couple z2{2} = z2{1} + c2{1} - c2{2} cost eps;
  return (c0 + z0, c1 + z1, c2 + z2);
}

claim three_queries : Marginals satisfies dp(3*eps) when one_differs(d) at k;

program MarginalsOnGrid(d : private list[(bool, bool, bool)], n : int, eps : real) : (int, int, int)
  requires eps > 0;
  requires size(d) = n;
{
  c0 := 0;
  c1 := 0;
  c2 := 0;
  for i in 0 .. size(d)
    invariant |c0{1} - c0{2}| <= (if i{1} > k then 1 else 0);
    invariant |c1{1} - c1{2}| <= (if i{1} > k then 1 else 0);
    invariant |c2{1} - c2{2}| <= (if i{1} > k then 1 else 0);
  {
    c0 := c0 + (if d[i].0 then 1 else 0);
    c1 := c1 + (if d[i].1 then 1 else 0);
    c2 := c2 + (if d[i].2 then 1 else 0);
  }
  t0 :=$ Clamp(DiscreteLaplace(1/eps, c0), 0, n) couple t0{2} = t0{1} cost eps;
  t1 :=$ Clamp(DiscreteLaplace(1/eps, c1), 0, n) couple t1{2} = t1{1} cost eps;
  t2 :=$ Clamp(DiscreteLaplace(1/eps, c2), 0, n) couple t2{2} = t2{1} cost eps;
  return (t0, t1, t2);
}

claim three_on_grid : MarginalsOnGrid satisfies dp(3*eps) when one_differs(d) at k
  check n = 1, size(d) = 1, eps = ln(2)
  check n = 2,
    size(d) = 2,
    eps = ln(2),
    d[_] in {(false, false, false), (true, false, true), (true, true, true)};

claim one_query_only : MarginalsOnGrid satisfies dp(eps) when one_differs(d) at k
  check n = 1, size(d) = 1, eps = ln(2)
  expect refuted;
