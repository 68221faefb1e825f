// T4: pointwise by an expression that is itself real.
// truth: x = 0 against x = 1: z is the only noise and is not moved, so that the results never agree.
// refused: pointwise-real
program Shown(x : private int) : (bool, real) {
  z :=$ Laplace(1) couple z{2} = z{1} + (if z{1} = o then x{1} - x{2} else 0);
  return (true, x + z);
}

claim free : Shown satisfies dp(0) when within(x, 1) pointwise o = x + z expect unknown;
