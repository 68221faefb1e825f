// A count with discrete Gaussian noise.
program Count(x : private int) : int {
  // How run 2 draws. Say `cost 1` behind it, for the epsilon of this step.
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

// The smallest delta, in thousandths: 0.001, 0.002, ...
answer delta = 0.008;

claim almost : Count satisfies dp(1, delta) when within(x, 1);

claim pure : Count satisfies dp(2) when within(x, 1) expect refuted;

// The event that breaks `pure`. Run 1 has x = 1, run 2 has x = 0.
answer event = res >= 1;
