// R17, T1: report noisy max in which the noise of all scores but o is set to a constant in run 2: "only
// the path that gives o matters". A coupling is a map of all draws, on every path.
// truth: the claim holds; the annotation is wrong: for i different from o the map is not injective.
// owed: injective, not-a-shift
program NoisyMax(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  i := 0;
  best := 0;
  top := 0;
  while (i < size(q))
    invariant ={i} && 0 <= i{1} && i{1} <= size(q{1});
    invariant cost <= eps;
    decreases size(q) - i;
  {
    eta :=$ Laplace(2/eps)
      couple eta{2} = (if i{1} = o then eta{1} + 1 + q{1}[i{1}] - q{2}[i{1}] else -1000)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) pointwise o expect unknown;
