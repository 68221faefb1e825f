// R5: the invariant of the noisy sum is one round ahead: it has the element at k in the sum when the
// loop has only come to it.
// truth: the claim holds; the annotation is wrong: i{1} > k, not i{1} >= k.
// owed: invariant-entry, invariant-kept
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} >= k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2} cost eps;
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d, 1) at k expect unknown;
