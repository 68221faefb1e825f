// T10: a program that sets its own bill to 0.
// truth: x = 0 against x = 1 costs 1.
// refused: name-taken
program Free(x : private int) : real {
  z :=$ Laplace(1) couple z{2} = z{1} + x{1} - x{2};
  cost := 0;
  return x + z;
}

claim free : Free satisfies dp(0) when within(x, 1) expect unknown;
