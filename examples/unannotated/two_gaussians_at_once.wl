// Two numbers, each drawn from a normal distribution around it.
// True: two shifts by 1 cost 1/(2*sigma^2) each.
program Both(a : private real, b : private real, sigma : real) : (real, real)
  requires sigma > 0;
{
  x :=$ Gauss(sigma, a);
  y :=$ Gauss(sigma, b);
  return (x, y);
}

claim private : Both satisfies zcdp(1/sigma^2) when within(a, 1) && within(b, 1);
