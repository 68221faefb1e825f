// R38: the sigma of the classical line without the factor 2 below the root.
// truth: eps = 1, delta = 1/100000: f = 0 against f = 1 needs a delta above 0.00003.
// owed: price
program Noisy(f : private real, eps : real, delta : real) : real
  requires 0 < eps && eps <= 1 && 0 < delta && delta < 1;
{
  z :=$ Gauss(sqrt(ln(5/(4*delta)))/eps) couple z{2} = z{1} + f{1} - f{2};
  return f + z;
}

claim private : Noisy satisfies dp(eps, delta) when within(f, 1) expect unknown;
