// Answers until the first noisy reading that reaches the noisy threshold.
program Above(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  // The threshold of run 2.
  rho :=$ DiscreteLaplace(2/eps) couple rho{2} = rho{1} + 1;
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    invariant ={i, hit, out} && 0 <= i{1};
    invariant cost <= (if hit{1} then eps else eps/2);
  {
    // The noise of a reading in run 2: one shift for a hit, another one for a miss.
    z :=$ DiscreteLaplace(4/eps)
      couple z{2} = z{1} + (if q{1}[i{1}] + z{1} >= T + rho{1} then 1 else 0);
    hit := q[i] + z >= T + rho;
    out := out ++ [hit];
    i := i + 1;
  }
  return out;
}

claim private : Above satisfies dp(eps) when all_within(q, 1);
