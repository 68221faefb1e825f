// T15, R26: each value of a coin is charged for its own ratio, and what is left goes into noise.
// truth: the divergence of order 1 from x = true is 3/4*ln(3/2) - 1/4*ln(2) + 3/4*(14/25)^2/2 = 0.2484.
// Charged would be ln(2)^2/2 = 0.24023 for false, and ln(3/2)^2/2 + (14/25)^2/2 = 0.2390 for true.
// owed: budget
program CoinThenNoise(x : private bool) : (bool, real) {
  y :=$ Flip(if x then 3/4 else 1/2) couple y{2} = y{1};
  z := 0;
  if (y) {
    z :=$ Gauss(1) couple z{2} = z{1} + (if x{1} then 14/25 else 0) - (if x{2} then 14/25 else 0);
    z := z + (if x then 14/25 else 0);
  }
  return (y, z);
}

claim concentrated : CoinThenNoise satisfies zcdp(0.2403) when x{1} != x{2} expect unknown;
