// The index of the largest noisy count. The first of equals wins.
program NoisyMax(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  best := 0;
  top := 0;
  for i in 0 .. size(q)
    invariant cost <= (if 0 <= o && i{1} > o then eps else 0);
    invariant i{1} > 0 ==> 0 <= best{1} && best{1} < i{1};
    // before the turn of o
    invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && top{2} <= top{1} + 1;
    // after the turn of o, if it leads in run 1
    invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && top{2} >= top{1} + 1;
  {
    // The draw of run 2: which one has to move, and by how much?
    z :=$ DiscreteLaplace(2/eps) couple ?;
    if (i = 0 || q[i] + z > top) { top := q[i] + z; best := i; }
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) pointwise o;
