// T27: report noisy max where the winner's noise states half of its price, and the claim follows.
// truth: q = [0, 8] against [1, 7], output 0: with eps = 2 the loss is about 1.77, not 1 (compare
// examples/wrong/noisy_max_half_noise.wl).
// owed: price
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
    invariant cost = (if 0 <= o && i{1} > o then eps/2 else 0);
    invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && top{2} <= top{1} + 1;
    invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && top{2} = top{1} + 1;
    decreases size(q) - i;
  {
    eta :=$ Laplace(2/eps)
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps/2 else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps/2) when all_within(q, 1) pointwise o expect unknown;
