// Bounded sum and count by loops, with one record more or less: the run that has it reads it while the other waits.
// After bag sums of Fuzzi (Zhang, Roth, Haeberlen, Pierce, Roth, ICFP 2019) and the bounded sum of OpenDP.
program BoundedSum(d : private list[real], B : real, eps : real) : real
  requires eps > 0 && B > 0;
{
  s := 0;
  i := 0;
  while (i < size(d)) {
    s := s + max(0, min(B, d[i]));
    i := i + 1;
  }
  z :=$ Laplace(B/eps);
  return s + z;
}

claim sum : BoundedSum satisfies dp(eps) when add_remove(d);

program Above(d : private list[real], t : real, eps : real) : real
  requires eps > 0;
{
  c := 0;
  for i in 0 .. size(d) {
    if (d[i] > t) { c := c + 1; }
  }
  z :=$ Laplace(1/eps);
  return c + z;
}

claim count : Above satisfies dp(eps) when add_remove(d);
