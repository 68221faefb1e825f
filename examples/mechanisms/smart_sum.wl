// Smart sum, after Chan, Shi and Song, ACM TISSEC 2011; the block form of the CheckDP paper.
// block is the exact sum of the current block of M elements, pos the place in it; at a block's end
// the released value starts again from block. An element that moves costs eps at its own step and
// eps once more at the end of its block: 2*eps, however long the list.
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
    z :=$ Laplace(1/eps)
      couple z{2} = z{1}
        + (if pos{1} + 1 = M then block{1} - block{2} else 0)
        + q{1}[i{1}]
        - q{2}[i{1}];
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

program SmartSumInt(q : private list[int], M : int, eps : real) : list[int]
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
    exact := q[i] + (if pos + 1 = M then block else 0);
    t :=$ Clamp(DiscreteLaplace(1/eps, exact), 0, M) couple t{2} = t{1};
    if (pos + 1 = M) {
      next := t;
      block := 0;
      pos := 0;
    } else {
      next := next + t;
      block := block + q[i];
      pos := pos + 1;
    }
    out := out ++ [next];
    i := i + 1;
  }
  return out;
}

claim private : SmartSum satisfies dp(2*eps) when one_differs(q, 1) at k;

claim integers : SmartSumInt satisfies dp(2*eps) when one_differs(q, 1) at k
  check size(q) = 3, q[_] in {0, 1}, M = 2, eps = ln(2);
