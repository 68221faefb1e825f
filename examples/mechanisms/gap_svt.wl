// Sparse vector that also releases the gap to the noisy threshold on a hit, Wang et al., PLDI 2019,
// and Ding et al., VLDB 2019. The couplings of svt.wl move query and threshold of a hit by the same
// amount, so that the gap is equal in both runs and comes for free: eps.
// wrong/gap_svt_value.wl releases the noisy answer instead of the gap.
program GapSvt(q : private list[real], T : real, N : int, eps : real) : list[(bool, real)]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ Laplace(2/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/2 + hits{1}*(eps/(2*N));
    decreases size(q) - i;
  {
    eta :=$ Laplace(4*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(2*N) else 0);
    if (q[i] + eta >= bar) {
      out := out ++ [(true, q[i] + eta - bar)];
      hits := hits + 1;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

program GapSvtInt(q : private list[int], T : int, N : int, eps : real) : list[(bool, int)]
  requires eps > 0;
  requires N >= 1;
{
  rho :=$ DiscreteLaplace(2/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/2 + hits{1}*(eps/(2*N));
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(4*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(2*N) else 0);
    if (q[i] + eta >= bar) {
      out := out ++ [(true, q[i] + eta - bar)];
      hits := hits + 1;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

claim private : GapSvt satisfies dp(eps) when all_within(q, 1);

claim integers : GapSvtInt satisfies dp(eps) when all_within(q, 1);
