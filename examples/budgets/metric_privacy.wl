// Metric privacy, Chatzikokolakis et al., PETS 2013: what two inputs may lose grows with their
// distance. It is one claim for all distances r at once, with r a public number that the program
// does not read. A place in the plane gets noise in both coordinates: the distance is then that of
// streets, and the price is eps for every unit of it. The largest of both is not enough.
program Place(x : private real, y : private real, r : real, eps : real) : (real, real)
  requires eps > 0;
  requires r >= 0;
{
  a :=$ Laplace(1/eps) couple a{2} = a{1} + x{1} - x{2};
  b :=$ Laplace(1/eps) couple b{2} = b{1} + y{1} - y{2};
  return (x + a, y + b);
}

claim streets : Place satisfies dp(r*eps) when |x{1} - x{2}| + |y{1} - y{2}| <= r;

claim squares : Place satisfies dp(2*r*eps) when |x{1} - x{2}| <= r && |y{1} - y{2}| <= r;

program PlaceOnGrid(x : private int, y : private int, r : int, eps : real) : (int, int)
  requires eps > 0;
  requires r >= 0;
{
  a :=$ DiscreteLaplace(1/eps) couple a{2} = a{1} + x{1} - x{2};
  b :=$ DiscreteLaplace(1/eps) couple b{2} = b{1} + y{1} - y{2};
  return (x + a, y + b);
}

claim streets_on_grid : PlaceOnGrid satisfies dp(r*eps) when |x{1} - x{2}| + |y{1} - y{2}| <= r
  check x in 0..1, y in 0..1, r in 1..2, eps = ln(2);

claim wrong_metric : PlaceOnGrid satisfies dp(r*eps) when |x{1} - x{2}| <= r && |y{1} - y{2}| <= r
  check x in 0..1, y in 0..1, r = 1, eps = ln(2)
  expect refuted;

// a clamped value moves no further than the value itself
program Salary(s : private real, r : real, eps : real) : real
  requires eps > 0;
  requires r >= 0;
{
  c := min(max(s, 0), 100);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim clamped : Salary satisfies dp(r*eps) when |s{1} - s{2}| <= r;

claim at_most_all : Salary satisfies dp(100*eps) when any;
