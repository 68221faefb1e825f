// A count with a report that stays within the size of the data
// Post-processing: what is released is a function of a count with noise, which costs nothing.
program ClampedCount(d : private list[bool], eps : real) : int
  requires eps > 0;
{
  z :=$ Clamp(DiscreteLaplace(1/eps, count(d, true)), 0, 100);
  return z;
}

claim private : ClampedCount satisfies dp(eps) when one_differs(d);
