// T5, R17: one output at a time, each with a delta; the deltas of all outputs add up.
// truth: x = 0 against x = 1, sigma = 2: delta(0) is the total variation, 0.197; of a single output it is less than 0.05.
// owed: slack
program Sum(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 0;
  return x + z;
}

claim each : Sum satisfies dp(0, 1/5) when within(x, 1) pointwise o expect unknown;

claim little : Sum satisfies dp(0, 1/20) when within(x, 1)
  pointwise o
  check x in 0..1
  expect refuted;
