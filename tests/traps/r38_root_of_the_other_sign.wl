// R38: the line by rho is squared, and the sign of what is squared is forgotten: very little noise would be enough.
// truth: eps = 1, delta = 1/10: sigma = 1/10 meets what is required; f = 0 against f = 1 then needs a delta above 0.99.
// owed: price
program Noisy(f : private real, sigma : real, eps : real, delta : real) : real
  requires 0 < eps && 0 < delta && delta < 1 && 0 < sigma;
  requires 4*(1/(2*sigma^2))*ln(1/delta) <= (eps - 1/(2*sigma^2))^2;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + f{1} - f{2} cost eps slack delta;
  return f + z;
}

claim private : Noisy satisfies dp(eps, delta) when within(f, 1)
  check f in {0, 1}, sigma = 1/10, eps = 1, delta = 1/10
  expect refuted;
