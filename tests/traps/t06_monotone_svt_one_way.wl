// T6, R20: monotone sparse vector, proved only for answers that rise from run 1 to run 2. In the
// other direction the relation holds with the runs exchanged, and the coupling must serve there too.
// truth: the claim holds; the annotation is wrong: where the answers fall a hit would move by up to
// 2, at twice the price; that direction needs another coupling (examples/mechanisms/monotone_svt.wl).
// owed: price
program RisingSvt(q : private list[real], T : real, N : int, eps : real) : list[bool]
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
    eta :=$ Laplace(2*N/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/(2*N) else 0);
    if (q[i] + eta >= bar) {
      out := out ++ [true];
      hits := hits + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : RisingSvt satisfies dp(eps)
  when size(q{1}) = size(q{2})
    && (forall j. 0 <= j && j < size(q{1}) ==> q{1}[j] <= q{2}[j] && q{2}[j] <= q{1}[j] + 1)
  expect unknown;
