// T9, R1: the loop reads one element too many. The relation speaks of the positions of the list; a
// reading that also makes the positions beyond it equal finds nothing wrong.
// truth: every run reads d[size(d)]: the program always fails.
// owed: index-out-of-range
program NoisySum(d : private list[int], eps : real) : real
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i <= size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) + 1 && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) + 1 - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d, 1) at k expect unknown;
