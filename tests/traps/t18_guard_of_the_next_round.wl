// T18, R10: sparse vector whose threshold rises by 5 from query to query. The coupling asks whether
// the noisy answer reaches the threshold, which has been raised for the next round by then.
// truth: the claim holds; the annotation is wrong: the program compares with old, and an answer
// between old and bar is a hit whose noise the coupling does not move.
// owed: guards-agree, invariant-kept, results-equal
program Svt(q : private list[real], T : real, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ Laplace(2/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    invariant ={i, hit, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant cost = eps/2 + (if hit{1} then eps/2 else 0);
    decreases size(q) - i;
  {
    old := bar;
    bar := bar + 5;
    eta :=$ Laplace(4/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/2 else 0);
    if (q[i] + eta >= old) { out := out ++ [true]; hit := true; } else { out := out ++ [false]; }
    i := i + 1;
  }
  return out;
}

claim private : Svt satisfies dp(eps) when all_within(q, 1) expect unknown;
