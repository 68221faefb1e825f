// R26: integer noise is moved by 1/2, for a quarter of the price of 1.
// truth: the results are even in one run and odd in the other, so that every divergence is infinite.
// owed: integer-image
program Doubled(x : private int) : int {
  z :=$ DiscreteGauss(1) couple z{2} = z{1} + (x{1} - x{2})/2;
  return x + 2*z;
}

claim concentrated : Doubled satisfies zcdp(1/8) when within(x, 1) expect unknown;
