// R24: the value is clipped before the noise is added, not after. Clipping to -5..5 bounds how far two
// values can be apart, by 10, not by 1.
// truth: x = -5 against x = 5: the noise costs 10*eps.
// owed: price
program Clipped(x : private real, eps : real) : real
  requires eps > 0;
{
  y := max(-5, min(5, x));
  z :=$ Laplace(1/eps) couple z{2} = z{1} + y{1} - y{2} cost eps;
  return y + z;
}

claim private : Clipped satisfies dp(eps) when any expect unknown;
