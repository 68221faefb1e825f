// T18: a coupling that defines z{2} by itself. Some z{2} always solves it.
// truth: x = 0 against x = 1 costs 1.
// refused: couple-mentions-image
program Noisy(x : private int) : real {
  z :=$ Laplace(1) couple z{2} = z{2} + 0*z{1};
  return x + z;
}

claim free : Noisy satisfies dp(0) when within(x, 1) expect unknown;
