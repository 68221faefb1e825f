// Partial sums in blocks of M entries.
program SmartSum(q : private list[real], M : int, eps : real) : list[real]
  requires eps > 0;
  requires M >= 1;
{
  pos := 0;
  done := 0;
  next := 0;
  block := 0;
  out := [];
  for i in 0 .. size(q)
    invariant ={pos, done, next, out} && 0 <= pos{1} && pos{1} < M;
    invariant block{1} - block{2}
      = (if i{1} > k && k >= i{1} - pos{1} then q{1}[k] - q{2}[k] else 0);
    // What has been spent: before k, in its block, after its block.
    invariant cost <= (if i{1} <= k then 0 else if k >= i{1} - pos{1} then eps else 2*eps);
  {
    // The draw of run 2.
    z :=$ Laplace(1/eps) couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}];
    if (pos + 1 = M) {
      done := done + block + q[i] + z;
      next := done;
      block := 0;
      pos := 0;
    } else {
      next := next + q[i] + z;
      block := block + q[i];
      pos := pos + 1;
    }
    out := out ++ [next];
  }
  return out;
}

claim private : SmartSum satisfies dp(2*eps) when one_differs(q, 1) at k;
