// No coupling makes the winners equal within the budget; `pointwise o` would ask for one winner at a time.
program NoisyMax(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  best := 0;
  top := 0;
  for i in 0 .. size(q)
    invariant |top{1} - top{2}| <= 1;
    invariant cost = 0;
  {
    z :=$ Laplace(2/eps) couple z{2} = z{1};
    if (i = 0 || q[i] + z > top) { top := q[i] + z; best := i; }
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) expect unknown;
