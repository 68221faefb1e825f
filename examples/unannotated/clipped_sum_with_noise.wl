// A sum of clipped values with Gaussian noise in units of the clipping bound, as in private gradient descent
// (Abadi et al., CCS 2016), in zCDP and in Renyi divergences.
// True: a record that is replaced moves the sum by up to 2*c, one that is added by up to c; c cancels.
program ClippedSum(d : private list[real], c : real, sigma : real) : real
  requires sigma > 0;
  requires c > 0;
{
  s := 0;
  for i in 0 .. size(d) {
    s := s + max(-c, min(c, d[i]));
  }
  z :=$ Gauss(sigma*c);
  return s + z;
}

claim replaced : ClippedSum satisfies zcdp(2/sigma^2) when one_differs(d);
claim one_more : ClippedSum satisfies zcdp(1/(2*sigma^2)) when add_remove(d);
claim third : ClippedSum satisfies rdp(3, 3/(2*sigma^2)) when add_remove(d);
