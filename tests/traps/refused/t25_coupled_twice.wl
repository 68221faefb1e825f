// T25: two couplings for one draw, one for each answer that it hides.
// truth: x = y = 0 against x = 1, y = 0: the difference of the two answers is x - y for certain.
// refused: duplicate-name
program Pair(x : private int, y : private int) : (real, real) {
  L: z :=$ Laplace(1);
  return (x + z, y + z);
}

claim private : Pair satisfies dp(2) when within(x, 1) && within(y, 1)
  proof {
    L: couple z{2} = z{1} + x{1} - x{2};
    L: couple z{2} = z{1} + y{1} - y{2};
  }
  expect unknown;
