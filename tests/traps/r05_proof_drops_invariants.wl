// R5: the program has good invariants; the claim's proof adds one at the same label, and so replaces
// them all.
// truth: the claim holds; the annotation is wrong: the proof must repeat what it still needs.
// owed: price, guards-agree, results-equal, index-out-of-range
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  i := 0;
  s := 0;
  M: while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2} cost eps;
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d, 1) at k
  proof {
    M: invariant cost = 0;
  }
  expect unknown;
