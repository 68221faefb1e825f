// Report noisy max with one-sided noise, Dwork and Roth 2014, chapter 3, and Ding et al. 2021.
// The proof is that of noisy_max.wl: the noise of o moves by 1 + q{1}[o] - q{2}[o], which is never
// negative, so that it stays in the support; the price of 2 is eps.
// The twin uses Geometric(p): a step of 1 costs ln(1/(1 - p)).
program NoisyMaxExponential(q : private list[real], eps : real) : int
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
    eta :=$ Exponential(2/eps)
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

program NoisyMaxGeometric(q : private list[int], p : real) : int
  requires 0 < p && p < 1;
  requires size(q) >= 1;
{
  i := 0;
  best := 0;
  top := 0;
  while (i < size(q))
    invariant ={i} && 0 <= i{1} && i{1} <= size(q{1});
    invariant i{1} > 0 ==> 0 <= best{1} && best{1} < i{1};
    invariant cost = (if 0 <= o && i{1} > o then 2*ln(1/(1 - p)) else 0);
    invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && top{2} <= top{1} + 1;
    invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && top{2} = top{1} + 1;
    decreases size(q) - i;
  {
    eta :=$ Geometric(p)
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then 2*ln(1/(1 - p)) else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : NoisyMaxExponential satisfies dp(eps) when all_within(q, 1) pointwise o;

claim integers : NoisyMaxGeometric satisfies dp(2*ln(1/(1 - p))) when all_within(q, 1)
  pointwise o
  check size(q) = 2, q[_] in 0..2, p = 1/2;
