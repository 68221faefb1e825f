// R38: the classical line for an epsilon above 1.
// truth: eps = 10 and delta = 1/100000 allow sigma = 97/200; f = 0 against f = 1 then needs the delta 0.0000222.
// owed: price
program Noisy(f : private real, sigma : real, eps : real, delta : real) : real
  requires 0 < eps && 0 < delta && delta < 1 && 0 < sigma;
  requires 2*ln(5/(4*delta)) <= sigma^2*eps^2;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + f{1} - f{2} cost eps slack delta;
  return f + z;
}

claim private : Noisy satisfies dp(eps, delta) when within(f, 1) expect unknown;
