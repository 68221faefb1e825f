// Two numbers with Gaussian noise, each for half of epsilon and half of delta, by the classical formula.
// True: by composition.
program TwoGaussians(x : private real, y : private real, eps : real, delta : real) : (real, real)
  requires 0 < eps && eps <= 1;
  requires 0 < delta && delta < 1;
{
  u :=$ Gauss(2*sqrt(2*ln(5/(2*delta)))/eps);
  v :=$ Gauss(2*sqrt(2*ln(5/(2*delta)))/eps);
  return (x + u, y + v);
}

claim private : TwoGaussians satisfies dp(eps, delta) when within(x, 1) && within(y, 1);
