// R17, T8: report noisy max with one-sided noise. Instead of raising the winner's noise by 2, which
// costs eps, that of the others is lowered by 2, which even earns something, and leaves the support.
// truth: q = [0, 0] against [1, 0], output 0: Pr1[res = 0] = 2/3, Pr2[res = 0] = 5/6 with p = 1/2
// (ties go to the first), so dp(0) is false; output 1 has 1/3 and 1/6.
// owed: support
program NoisyMax(q : private list[int], p : real) : int
  requires 0 < p && p < 1;
  requires size(q) >= 1;
{
  i := 0;
  best := 0;
  top := 0;
  while (i < size(q))
    invariant ={i} && 0 <= i{1} && i{1} <= size(q{1}) && cost <= 0;
    invariant i{1} > 0 ==> 0 <= best{1} && best{1} < i{1};
    invariant 0 < i{1} && i{1} <= o ==> best{1} != o && best{2} != o && top{2} <= top{1} - 1;
    invariant 0 <= o && i{1} > o && best{1} = o ==> best{2} = o && top{2} >= top{1} - 1;
    decreases size(q) - i;
  {
    eta :=$ Geometric(p) couple eta{2} = eta{1} - (if i{1} = o then 0 else 2);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim free : NoisyMax satisfies dp(0) when all_within(q, 1) pointwise o expect unknown;
