// Sparse vector with noisy answers, after NumericSparse of Dwork and Roth 2014: on a hit the
// query is answered once more, with fresh noise. Threshold eps/3; a hit moves the query's noise by
// at most 2 at scale 6N/eps, and the fresh noise by at most 1 at scale 3N/eps: 2*eps/(3N) a hit.
program NumericSvt(q : private list[real], T : real, N : int, eps : real) : list[(bool, real)]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Laplace(3/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/3 + hits{1}*(2*eps/(3*N));
    decreases size(q) - i;
  {
    eta :=$ Laplace(6*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(3*N) else 0);
    if (q[i] + eta >= bar) {
      z :=$ Laplace(3*N/eps) couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}] cost eps/(3*N);
      out := out ++ [(true, q[i] + z)];
      hits := hits + 1;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

program NumericSvtInt(q : private list[int], T : int, N : int, eps : real) : list[(bool, int)]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ DiscreteLaplace(3/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/3 + hits{1}*(2*eps/(3*N));
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(6*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(3*N) else 0);
    if (q[i] + eta >= bar) {
      t :=$ Clamp(DiscreteLaplace(3*N/eps, q[i]), 0, 1) couple t{2} = t{1} cost eps/(3*N);
      out := out ++ [(true, t)];
      hits := hits + 1;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

claim private : NumericSvt satisfies dp(eps) when all_within(q, 1);

claim integers : NumericSvtInt satisfies dp(eps) when all_within(q, 1)
  check size(q) = 2, q[_] in 0..1, T = 0, N = 1, eps = 6*ln(2);
