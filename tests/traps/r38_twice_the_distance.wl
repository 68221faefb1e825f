// R38: noise for a distance of c, and inputs 2*c apart.
// truth: c = 1, eps = 1, delta = 1/100: f = 0 against f = 2 needs a delta above 0.02.
// owed: price
program Noisy(f : private real, c : real, eps : real, delta : real) : real
  requires 0 < eps && eps <= 1 && 0 < delta && delta < 1 && 0 < c;
{
  z :=$ Gauss(c*sqrt(2*ln(5/(4*delta)))/eps) couple z{2} = z{1} + f{1} - f{2};
  return f + z;
}

claim private : Noisy satisfies dp(eps, delta) when within(f, 2*c) expect unknown;
