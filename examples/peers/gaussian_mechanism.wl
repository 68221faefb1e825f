// The Gaussian mechanism for every eps up to 1, every delta and every sensitivity c: Dwork and Roth, The Algorithmic
// Foundations of Differential Privacy, theorem A.1; on the integers and for every eps by way of rho: Bun and
// Steinke, TCC 2016, proposition 1.3. Nothing is annotated.
program Gaussian(f : private real, c : real, eps : real, delta : real) : real
  requires 0 < c && 0 < eps && eps <= 1 && 0 < delta && delta < 1;
{
  z :=$ Gauss(c*sqrt(2*ln(5/(4*delta)))/eps);
  return f + z;
}

claim classical : Gaussian satisfies dp(eps, delta) when within(f, c);

// noise for half of the distance
claim too_far : Gaussian satisfies dp(eps, delta) when within(f, 2*c)
  check f in {0, 2}, c = 1, eps = 1, delta = 1/100000
  expect refuted;

program OnIntegers(f : private int, c : int, rho : real, delta : real) : int
  requires 0 < c && 0 < rho && 0 < delta && delta < 1;
{
  z :=$ DiscreteGauss(c/sqrt(2*rho));
  return f + z;
}

claim by_rho : OnIntegers satisfies dp(rho + 2*sqrt(rho*ln(1/delta)), delta) when within(f, c);

// without rho itself: too little for large rho
claim rho_forgotten : OnIntegers satisfies dp(2*sqrt(rho*ln(1/delta)), delta) when within(f, c)
  check f in {0, 1}, c = 1, rho = 10, delta = 1/100000
  expect refuted;
