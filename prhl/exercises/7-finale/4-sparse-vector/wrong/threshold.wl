// Answers until the N-th noisy reading that reaches the noisy threshold.
program Sparse(q : private list[int], T : int, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ DiscreteLaplace(2/eps) couple rho{2} = rho{1} + 1;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1};
    invariant 0 <= hits{1} && hits{1} <= N;
    // What has been spent after so many hits.
    invariant cost <= hits{1}*(eps/N);
  {
    // The noise of a reading in run 2, and its price.
    z :=$ DiscreteLaplace(4*N/eps)
      couple z{2} = z{1} + (if q{1}[i{1}] + z{1} >= T + rho{1} then 2 else 0)
      cost (if q{1}[i{1}] + z{1} >= T + rho{1} then eps/(2*N) else 0);
    if (q[i] + z >= T + rho) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : Sparse satisfies dp(eps) when all_within(q, 1);
