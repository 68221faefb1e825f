// Marginals by calls, BU CS 599, composition as a budget: how many rows have a 1 in each of three
// columns. A row may have a 1 in all of them, so the counts are not about disjoint parts of the
// data: three calls at eps each cost 3*eps, and the budget can be split as one likes.
program ColumnCount(d : private list[bool], eps : real) : real
  requires eps > 0;
{
  c := count(d, true);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_column : ColumnCount satisfies dp(eps) when one_differs(d);

program Marginals(
  a : private list[bool],
  b : private list[bool],
  c : private list[bool],
  eps : real
) : (real, real, real)
  requires eps > 0;
{
  x :=$ ColumnCount(a, eps) couple by one_column;
  y :=$ ColumnCount(b, eps) couple by one_column;
  z :=$ ColumnCount(c, eps) couple by one_column;
  return (x, y, z);
}

claim three_columns : Marginals satisfies dp(3*eps)
  when one_differs(a) && one_differs(b) && one_differs(c);

// two thirds of the budget go to the first column
program MarginalsSplit(
  a : private list[bool],
  b : private list[bool],
  c : private list[bool],
  eps : real
) : (real, real, real)
  requires eps > 0;
{
  x :=$ ColumnCount(a, 2*eps/3) couple by one_column;
  y :=$ ColumnCount(b, eps/6) couple by one_column;
  z :=$ ColumnCount(c, eps/6) couple by one_column;
  return (x, y, z);
}

claim split : MarginalsSplit satisfies dp(eps)
  when one_differs(a) && one_differs(b) && one_differs(c);

program MarginalsOnGrid(a : private list[bool], b : private list[bool], eps : real) : (int, int)
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps);
  z :=$ DiscreteLaplace(1/eps);
  return (count(a, true) + y, count(b, true) + z);
}

// columns are no parts: parallel composition does not apply, and eps is false
claim as_if_parallel : MarginalsOnGrid satisfies dp(eps) when one_differs(a) && one_differs(b)
  check size(a) = 1, size(b) = 1, eps = ln(2)
  expect refuted;
