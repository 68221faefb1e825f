// Report noisy max, Dwork and Roth 2014, section 3.3: the index of the largest noisy score: eps.
// No coupling makes all outputs agree, so it is proved for one output o at a time: only the noise
// of o is moved, by 1 more than what its score lost, so that o wins in run 2 whenever it won in
// run 1. The twin over integers uses discrete Laplace noise; the first of equals wins.
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
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

program NoisyMaxInt(q : private list[int], eps : real) : int
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
    eta :=$ DiscreteLaplace(2/eps)
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMax satisfies dp(eps) when all_within(q, 1) pointwise o;

claim integers : NoisyMaxInt satisfies dp(eps) when all_within(q, 1)
  pointwise o
  check size(q) = 2, q[_] in 0..2, eps = 2*ln(2)
  check size(q) = 3, q[_] in 0..1, eps = 2*ln(2);
