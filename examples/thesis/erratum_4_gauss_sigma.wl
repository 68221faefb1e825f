// Erratum 4 of the QIF thesis: section 3.1.3 chooses sigma^2 = log(1.25/delta)/eps^2 for Gaussian
// noise. A factor 2 is missing, and eps may not exceed 1. The mechanisms below add discrete
// Gaussian noise with that sigma, irrational and kept so, and with the right one.
program AsPrinted(resp : private bool) : int {
  z :=$ DiscreteGauss(2*sqrt(ln(125000)));
  return 32 + (if resp then 1 else 0) + z;
}

// eps 1/2 and delta 1/100000 were asked for; the least delta is 0.0000143518...
claim as_printed : AsPrinted satisfies dp(1/2, 0.00001) when any check expect refuted;

// with the factor; the answer is rounded into a wide range
program WithFactor(resp : private bool) : int {
  y :=$ Clamp(DiscreteGauss(2*sqrt(2*ln(125000)), if resp then 33 else 32), -20, 85);
  return y;
}

claim with_factor : WithFactor satisfies dp(1/2, 0.00001) when any check;

// with the factor, but eps 10: the least delta is 0.0000770202...
program TooLarge(resp : private bool) : int {
  z :=$ DiscreteGauss(sqrt(2*ln(125000))/10);
  return 32 + (if resp then 1 else 0) + z;
}

claim too_large : TooLarge satisfies dp(10, 0.00001) when any check expect refuted;
