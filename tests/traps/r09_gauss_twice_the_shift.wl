// R9: the answers differ by 2, and the delta of the claim is that of a difference by 1.
// truth: x = 0 against x = 2, sigma = 2: delta(1) is 0.1196.
// owed: slack
program Sum(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim near : Sum satisfies dp(1, 0.00725) when within(x, 2) check x in 0..2 expect refuted;
