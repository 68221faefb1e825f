// R38: noise whose sigma is as wide as it likes, and no delta: at delta = 0 no sigma is enough.
// truth: f = 0 against f = 1: the ratio of the densities at -t is exp((2*t + 1)/(2*sigma^2)), without bound.
// owed: price
program Noisy(f : private real, sigma : real, eps : real, delta : real) : real
  requires 0 < eps && eps <= 1 && 0 <= delta && delta < 1 && 0 < sigma;
  requires 2*ln(5/(4*delta)) <= sigma^2*eps^2;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + f{1} - f{2} cost eps slack delta;
  return f + z;
}

claim private : Noisy satisfies dp(eps, delta) when within(f, 1) expect unknown;
