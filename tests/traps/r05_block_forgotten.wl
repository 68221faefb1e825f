// R5: smart sum whose coupling forgets that at the end of a block the exact sum of the block is
// released as well.
// truth: the claim holds; the annotation is wrong: there block{1} - block{2} is to be cancelled too.
// owed: invariant-kept
program SmartSum(q : private list[real], M : int, eps : real) : list[real]
  requires eps > 0;
  requires M >= 1;
{
  i := 0;
  pos := 0;
  next := 0;
  block := 0;
  out := [];
  while (i < size(q))
    invariant ={i, pos, next, out} && 0 <= i{1} && i{1} <= size(q{1});
    invariant 0 <= pos{1} && pos{1} < M;
    invariant block{1} - block{2}
      = (if i{1} > k && k >= i{1} - pos{1} then q{1}[k] - q{2}[k] else 0);
    invariant cost <= (if i{1} <= k then 0 else if k >= i{1} - pos{1} then eps else 2*eps);
    decreases size(q) - i;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}];
    if (pos + 1 = M) {
      next := block + q[i] + z;
      block := 0;
      pos := 0;
    } else {
      next := next + q[i] + z;
      block := block + q[i];
      pos := pos + 1;
    }
    out := out ++ [next];
    i := i + 1;
  }
  return out;
}

claim private : SmartSum satisfies dp(2*eps) when one_differs(q, 1) at k expect unknown;
