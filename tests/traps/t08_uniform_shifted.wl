// T8, R9: uniform noise has no shape, so a shift seems free; at the ends it leaves the range.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1/(n + 1), Pr2[res = 0] = 0: no epsilon is enough.
// owed: support
program Blurred(x : private int, n : int) : int
  requires n >= 0;
{
  u :=$ Uniform(0..n) couple u{2} = u{1} + x{1} - x{2};
  return x + u;
}

claim private : Blurred satisfies dp(0) when within(x, 1) check x in 0..1, n = 9 expect refuted;
