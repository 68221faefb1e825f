// R10, R17: report noisy max where the winner is raised by what its score lost, but not by the 1 that
// the others may have gained.
// truth: the claim holds; the annotation is wrong: the shift is 1 + q{1}[i] - q{2}[i].
// owed: invariant-kept
program NoisyMax(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0;
  best := 0;
  top := 0;
  while (i < size(q))
    invariant ={i} && 0 <= i{1} && i{1} <= size(q{1});
    invariant i{1} > 0 ==> 0 <= best{1} && best{1} < i{1};
    invariant cost = (if 0 <= o && i{1} > o then eps else 0);
    invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && top{2} <= top{1} + 1;
    invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && top{2} = top{1} + 1;
    decreases size(q) - i;
  {
    eta :=$ Laplace(2/eps)
      couple eta{2} = eta{1} + (if i{1} = o then q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) pointwise o expect unknown;
