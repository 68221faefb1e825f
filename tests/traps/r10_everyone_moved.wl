// R10, R17: report noisy max where every score's noise is moved, at eps each.
// truth: the claim holds; the annotation is wrong: only the noise of o is to be moved.
// owed: invariant-kept
program NoisyMax(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0;
  best := 0;
  top := 0;
  while (i < size(q))
    invariant ={i, best} && 0 <= i{1} && i{1} <= size(q{1}) && cost <= eps;
    invariant i{1} > 0 ==> top{2} = top{1} + 1;
    decreases size(q) - i;
  {
    eta :=$ Laplace(2/eps) couple eta{2} = eta{1} + 1 + q{1}[i{1}] - q{2}[i{1}] cost eps;
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) pointwise o expect unknown;
