// One number that changes by at most 3, with Gaussian noise on the integers
// Canonne, Kamath and Steinke, NeurIPS 2020: the discrete Gaussian, priced by zcdp.
program Number(x : private int, sigma : real) : int
  requires sigma > 0;
{
  z :=$ DiscreteGauss(sigma);
  return x + z;
}

claim concentrated : Number satisfies zcdp(9/(2*sigma^2)) when within(x, 3);
