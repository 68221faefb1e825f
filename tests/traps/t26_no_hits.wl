// T9, T26: sparse vector that may be asked for N = 0 hits. No query is asked then, but the budget of
// a hit, eps/(2*N), is computed all the same.
// truth: N = 0 divides by zero: the program fails there. For N >= 1 the claim holds.
// owed: division-by-zero
program Svt(q : private list[real], T : real, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N >= 0;
{
  u := eps/(2*N);
  rho :=$ Laplace(2/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hits := 0;
  out := [];
  while (i < size(q) && hits < N)
    invariant ={i, hits, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant 0 <= hits{1} && hits{1} <= N;
    invariant cost = eps/2 + hits{1}*u{1};
    decreases size(q) - i;
  {
    eta :=$ Laplace(2/u)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then u{1} else 0);
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
