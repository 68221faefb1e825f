// A count with discrete Gaussian noise.
program Count(x : private int) : int {
  // How run 2 draws. Say `cost 1` behind it, for the epsilon of this step.
  z :=$ DiscreteGauss(2) couple ?;
  return x + z;
}

// The smallest delta, in thousandths: 0.001, 0.002, ...
answer delta = ?;

claim almost : Count satisfies dp(1, delta) when within(x, 1);

claim pure : Count satisfies dp(2) when within(x, 1) expect refuted;

// The event that breaks `pure`. Run 1 has x = 1, run 2 has x = 0.
answer event = ?;
