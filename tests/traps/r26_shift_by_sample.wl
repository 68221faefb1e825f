// R26, R27: Gaussian noise is moved by 2 everywhere, up or down as the sample says; a bijection.
// truth: pairs of integers change places with their neighbours. The divergence of order 1 is the mean of
// (f(z)^2 - z^2)/2, which is 2.914; charged would be 2^2/2 = 2.
// owed: no-price
program Swapped(x : private bool) : int {
  z :=$ DiscreteGauss(1) couple z{2} = z{1} + (if z{1} mod 4 < 2 then 2 else -2);
  return if x then z else z + (if z mod 4 < 2 then 2 else -2);
}

claim concentrated : Swapped satisfies zcdp(2) when x{1} != x{2} expect unknown;
