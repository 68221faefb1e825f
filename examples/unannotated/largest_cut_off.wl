// The largest number of a list, all cut off at public ends, with noise of that width.
// True: the largest lies between the ends in both runs, whoever joins.
program Largest(d : private list[real], lo : real, hi : real, eps : real) : real
  requires eps > 0;
  requires lo < hi;
{
  m := lo;
  for i in 0 .. size(d) {
    m := max(m, min(hi, max(lo, d[i])));
  }
  z :=$ Laplace((hi - lo)/eps);
  return m + z;
}

claim replaced : Largest satisfies dp(eps) when one_differs(d);

claim joined : Largest satisfies dp(eps) when add_remove(d);
