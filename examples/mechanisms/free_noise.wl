// Noise that does not depend on the secret is drawn alike in both runs, by the identity, for nothing: any distribution, with any
// parameters, in every notion. So a result may be dithered as one likes, here by a program that is called. Only the Laplace noise costs.
program Dither(width : real, p : real) : real
  requires width > 0 && 0 < p && p < 1;
{
  z :=$ Truncate(Gauss(width), -1, 1);
  steps :=$ Geometric(p);
  return z + steps;
}

program Dithered(count : private int, width : real, p : real, eps : real) : real
  requires width > 0 && 0 < p && p < 1 && eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + count{1} - count{2};
  blur :=$ Gauss(width) couple blur{2} = blur{1};
  more :=$ Dither(width, p) couple more{2} = more{1};
  return count + z + blur + more;
}

claim private : Dithered satisfies dp(eps) when within(count, 1);

claim concentrated : Dithered satisfies zcdp(eps^2/2) when within(count, 1);
