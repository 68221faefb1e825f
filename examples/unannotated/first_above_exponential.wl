// The number of the first query above a threshold, -1 if there is none, all noise one-sided.
// True: raise the noise of the threshold by 1 (eps/2) and that of the query that hits by 1 plus what
// it lost, between 0 and 2 (eps/2). Neither is ever lowered, so the images stay above 0.
program FirstAbove(q : private list[real], T : real, eps : real) : int
  requires eps > 0;
{
  rho :=$ Exponential(2/eps);
  found := -1;
  i := 0;
  while (i < size(q) && found < 0) {
    eta :=$ Exponential(4/eps);
    if (q[i] + eta > T + rho) { found := i; }
    i := i + 1;
  }
  return found;
}

claim private : FirstAbove satisfies dp(eps) when all_within(q, 1);
