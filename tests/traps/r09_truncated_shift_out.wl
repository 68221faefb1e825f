// R9, T8: truncated noise that is moved by the difference leaves its range.
// truth: x = 0 against x = 1: noise on 0..3; Pr1[res = 0] > 0 and Pr2[res = 0] = 0.
// owed: support
program Cut(x : private int) : int {
  z :=$ Truncate(DiscreteLaplace(2), 0, 3) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim private : Cut satisfies dp(1/2) when within(x, 1) check x in 0..1 expect refuted;
