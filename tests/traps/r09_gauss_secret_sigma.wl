// R9, T7: the width of the noise is the secret; the same draw in both runs costs nothing only if the noise is the same.
// truth: x = 0 against x = 1: DiscreteGauss(1) against DiscreteGauss(2); at epsilon 1/100 delta is above 0.3.
// owed: same-noise, no-price
program Width(x : private bool) : int {
  z :=$ DiscreteGauss(if x then 2 else 1) couple z{2} = z{1} cost 1/100;
  return z;
}

claim same : Width satisfies dp(1/100, 1/100) when any check expect refuted;
