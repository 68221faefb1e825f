// T10: a stated price that takes back what has been spent before.
// truth: x = 0 against x = 1: two releases at 1 each cost 2.
// refused: ghost-not-here
program Refund(x : private int) : (real, real) {
  y :=$ Laplace(1) couple y{2} = y{1} + x{1} - x{2};
  z :=$ Laplace(1) couple z{2} = z{1} + x{1} - x{2} cost 1 - cost;
  return (x + y, x + z);
}

claim once : Refund satisfies dp(1) when within(x, 1) expect unknown;
