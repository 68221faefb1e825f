// R26: the sigma of Gaussian noise is a secret; nothing is moved, so nothing seems to be charged.
// truth: Gauss(1) against Gauss(2) has the divergence ln(2) - 3/8 = 0.318 at order 1, and from Gauss(2) to
// Gauss(1) it is infinite from order 4/3 on.
// owed: same-noise
program Wide(x : private bool) : real {
  z :=$ Gauss(if x then 2 else 1) couple z{2} = z{1};
  return z;
}

claim concentrated : Wide satisfies zcdp(0) when true expect unknown;
