// T25: one draw hides two answers. It is moved once, to cancel the difference of the first.
// truth: x = y = 0 against x = 1, y = 0: the difference of the two answers is x - y for certain.
// owed: results-equal
program Pair(x : private int, y : private int, eps : real) : (real, real)
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return (x + z, y + z);
}

program PadTwice(x : private int, y : private int, m : int) : (int, int)
  requires m >= 1;
{
  key :=$ Uniform(0 .. m - 1) couple key{2} = (key{1} + x{1} - x{2}) mod m;
  return ((x + key) mod m, (y + key) mod m);
}

claim private : Pair satisfies dp(eps) when within(x, 1) && within(y, 1) expect unknown;

claim pad : PadTwice satisfies noninterference when any
  check x in 0..1, y in 0..1, m = 3
  expect refuted;
