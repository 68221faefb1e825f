// T19: the noisy sum with its invariants, under the relation that changes the length.
// truth: the claim holds, since the sum moves by at most 1; the annotation is wrong: the two loops do
// not run in step, and the element at k is in one of the lists only.
// owed: guards-agree, invariant-kept
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
  requires forall j. 0 <= j && j < size(d) ==> 0 <= d[j] && d[j] <= 1;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when add_remove(d) at k expect unknown;
