// T18: the first draw is coupled by looking at the second one, which has not been drawn yet.
// truth: x = 0 against x = 1: two answers at 1 each cost 2.
// refused: unassigned
program Twice(x : private int) : (real, real) {
  y :=$ Laplace(1) couple y{2} = y{1} + (if z{1} > 0 then x{1} - x{2} else 0);
  z :=$ Laplace(1) couple z{2} = z{1};
  return (x + y, x + z);
}

claim once : Twice satisfies dp(1) when within(x, 1) expect unknown;
