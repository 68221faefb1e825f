// T34: the relation speaks of x; y is private too, and so unrelated in the two runs, not equal.
// truth: x = 0, y = 0 against x = 0, y = 1: Pr1[res.1 = 0] = 1, Pr2[res.1 = 0] = 0.
// owed: results-equal
program Two(x : private int, y : private int, eps : real) : (real, int)
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return (x + z, y);
}

program TwoPads(x : private int, y : private int, m : int) : (int, int)
  requires m >= 1;
{
  key :=$ Uniform(0 .. m - 1) couple key{2} = (key{1} + x{1} - x{2}) mod m;
  return ((x + key) mod m, y);
}

claim private : Two satisfies dp(eps) when within(x, 1) expect unknown;

claim pads : TwoPads satisfies dp(0) when within(x, 1)
  check x in 0..1, y in 0..1, m = 2
  expect refuted;
