// One run may find its query above the threshold and stop, while the other goes on.
program Above(q : private list[real], T : real, eps : real) : int
  requires eps > 0;
{
  rho :=$ Laplace(2/eps) couple rho{2} = rho{1};
  i := 0;
  hit := false;
  while (i < size(q) && !hit)
    invariant ={i, rho} && 0 <= i{1} && cost = 0;
  {
    z :=$ Laplace(4/eps) couple z{2} = z{1};
    hit := q[i] + z >= T + rho;
    i := i + 1;
  }
  return i;
}

claim private : Above satisfies dp(eps) when all_within(q, 1) expect unknown;
