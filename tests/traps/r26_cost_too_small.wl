// T27, R26: the stated cost is half the price of the shift, as if the price were the variance's.
// truth: the divergence of order alpha is alpha/2, so that the smallest rho is 1/2.
// owed: price
program Noisy(x : private real) : real {
  z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2} cost 1/4;
  return x + z;
}

claim concentrated : Noisy satisfies zcdp(1/4) when within(x, 1) expect unknown;
