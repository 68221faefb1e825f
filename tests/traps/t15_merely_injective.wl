// T15, R26: one-sided noise is moved to the right, which is injective and reaches not all of run 2.
// truth: the smaller of the two draws is even with probability 4/5, so this is randomized response
// with the ratio 4, and its divergence at order 1 is 3/5*ln(4) = 0.8318. Charged would be ln(2)^2/2
// for each draw, 0.4805 in all.
// owed: not-a-shift
program Parity(x : private bool) : bool {
  a :=$ Geometric(1/2) couple a{2} = a{1} + 1;
  b :=$ Geometric(1/2) couple b{2} = b{1} + 1;
  return (min(a, b) mod 2 = 0) = x;
}

claim concentrated : Parity satisfies zcdp(ln(2)^2) when x{1} != x{2} expect unknown;
