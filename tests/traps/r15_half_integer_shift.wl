// R15, T8: integer noise that is moved by a half, at a slack: the supports do not meet.
// truth: x = 0 gives integers, x = 1/2 none: delta is 1 at every epsilon.
// owed: integer-image
program Release(x : private real) : real {
  z :=$ DiscreteLaplace(2) couple z{2} = z{1} + x{1} - x{2} cost 0 slack 1/4;
  return x + z;
}

claim near : Release satisfies dp(0, 1/4) when within(x, 1/2) check x in {0, 1/2} expect refuted;
