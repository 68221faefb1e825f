// R9: Gaussian noise under a claim without a delta; at no epsilon is its delta 0.
// truth: x = 0 against x = 1, sigma = 2: delta(1) is 0.0072487 for the discrete noise; the ratio of the
// masses at z is exp((1 - 2*z)/8), without a bound.
// owed: slack
program Sum(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim pure : Sum satisfies dp(1) when within(x, 1) check x in 0..1 expect refuted;
