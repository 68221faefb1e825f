// T26: the Laplace mechanism without `requires eps > 0`. That a privacy parameter is positive is
// known only if the program says so.
// truth: eps = 0 divides by zero, and eps = -1 has a negative scale: the program fails there.
// owed: division-by-zero, scale-not-positive, budget-negative
program Noisy(x : private int, eps : real) : real {
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim private : Noisy satisfies dp(eps) when within(x, 1) expect unknown;
