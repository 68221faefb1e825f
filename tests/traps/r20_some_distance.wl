// R20: the relation says that there is some k that bounds the difference, which is always so. The
// price is written with k, and the budget is that of k = 1.
// truth: x = 0 against x = 2: the noise costs 2*eps.
// owed: budget, price
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2} cost k*eps;
  return x + z;
}

claim private : Noisy satisfies dp(eps) when exists k. |x{1} - x{2}| <= k expect unknown;
