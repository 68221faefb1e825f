// The discrete Gaussian mechanism on integers, Canonne, Kamath and Steinke, NeurIPS 2020: the shift
// by 1 costs 1/(2*sigma^2) in zCDP, as in the continuous case, for every sigma.
// sigma = 2 and eps = 1 need delta = 0.0072488 (the example of Miller's thesis, Melbourne 2024,
// with the sign of its formula put right).
program DiscreteGaussMechanism(x : private int, sigma : real) : int
  requires sigma > 0;
{
  z :=$ DiscreteGauss(sigma) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program DiscreteGaussTwo(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim concentrated : DiscreteGaussMechanism satisfies zcdp(1/(2*sigma^2)) when within(x, 1);

claim approximate : DiscreteGaussTwo satisfies dp(1, 0.00725) when within(x, 1) check x in 0..1;
