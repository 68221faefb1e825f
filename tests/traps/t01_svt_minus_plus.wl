// T1, R10: sparse vector with the query noise moved the wrong way: hits down by 1, misses up by 1.
// The two pieces overlap: a hit and a miss of run 1 land on the same noise of run 2.
// truth: the claim holds; the annotation is wrong: a hit moves by 1 + q{1}[i] - q{2}[i], a miss not.
// owed: injective, price, guards-agree, invariant-kept
program Svt(q : private list[int], T : int, N : int, eps : real) : list[bool]
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
      couple eta{2} = eta{1} + (if q{1}[i{1}] + eta{1} >= bar{1} then -1 else 1)
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

claim private : Svt satisfies dp(eps) when all_within(q, 1) expect unknown;
