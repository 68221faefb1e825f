// A histogram of a list by `count`, one bin for each of the values 0 .. m - 1. A record that is
// replaced leaves one bin and enters another: 2*eps, by an invariant that charges eps when each of
// the two is passed. One that comes or goes moves one bin: eps. For three bins no loop is needed.
program HistogramOfList(d : private list[int], m : int, eps : real) : list[real]
  requires eps > 0;
  requires m >= 0;
{
  h := [];
  for v in 0 .. m
    invariant ={h};
    invariant cost
      <= (if 0 <= d{1}[k] && d{1}[k] < v{1} then eps else 0)
        + (if 0 <= d{2}[k] && d{2}[k] < v{1} then eps else 0);
  {
    c := count(d, v);
    z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
    h := h ++ [c + z];
  }
  return h;
}

claim one_replaced : HistogramOfList satisfies dp(2*eps) when one_differs(d) at k;

program ThreeBins(d : private list[int], eps : real) : (real, real, real)
  requires eps > 0;
{
  a := count(d, 0);
  b := count(d, 1);
  c := count(d, 2);
  x :=$ Laplace(1/eps) couple x{2} = x{1} + a{1} - a{2};
  y :=$ Laplace(1/eps) couple y{2} = y{1} + b{1} - b{2};
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return (a + x, b + y, c + z);
}

claim three_replaced : ThreeBins satisfies dp(2*eps) when one_differs(d);

claim three_comes_or_goes : ThreeBins satisfies dp(eps) when add_remove(d);

program TwoBinsOnGrid(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  y :=$ Clamp(DiscreteLaplace(1/eps, count(d, 0)), 0, 1) couple y{2} = y{1};
  z :=$ Clamp(DiscreteLaplace(1/eps, count(d, 1)), 0, 1) couple z{2} = z{1};
  return (y, z);
}

claim replaced_on_grid : TwoBinsOnGrid satisfies dp(2*eps) when one_differs(d)
  check size(d) = 1, d[_] in 0..1, eps = ln(2);

claim replaced_at_eps : TwoBinsOnGrid satisfies dp(eps) when one_differs(d)
  check size(d) = 1, d[_] in 0..1, eps = ln(2)
  expect refuted;
