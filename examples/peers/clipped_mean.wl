// The parts of a mean: a clipped sum and a count, each with half of the budget. One record more or less moves both.
// After the bounded mean of OpenDP; the quotient of the two is computed by whoever reads them.
program ClippedMean(d : private list[real], B : real, eps : real) : (real, real)
  requires eps > 0 && B > 0;
{
  s := 0;
  n := 0;
  for i in 0 .. size(d) {
    s := s + max(-B, min(B, d[i]));
    n := n + 1;
  }
  y :=$ Laplace(2*B/eps);
  z :=$ Laplace(2/eps);
  return (s + y, n + z);
}

claim mean : ClippedMean satisfies dp(eps) when add_remove(d);
