// Report noisy max with Gumbel noise is the exponential mechanism: the largest of q[i] + eta[i], for
// Gumbel noise of scale 2/eps, is the i-th with probability proportional to exp(eps*q[i]/2).
// Both are private at eps, each by a proof of its own. The noise of o moves by 1 + q{1}[o] - q{2}[o],
// which is never negative: to the right Gumbel noise has a price, distance over scale, to the left none.
program GumbelMax(q : private list[real], eps : real) : int
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
    eta :=$ Gumbel(2/eps)
      couple eta{2} = eta{1} + (if i{1} = o then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if i{1} = o then eps else 0);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
    i := i + 1;
  }
  return best;
}

claim private : GumbelMax satisfies dp(eps) when all_within(q, 1) pointwise o;

program Weighted(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  r :=$ ExpMech(eps, q) couple r{2} = r{1};
  return r;
}

claim mechanism : Weighted satisfies dp(eps) when all_within(q, 1)
  check size(q) = 2, q[_] in 0..1, eps = 2*ln(2);

// A number with Gumbel noise is another matter: what lies far below tells how far the noise was moved.
program Told(x : private real) : real {
  z :=$ Gumbel(1) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim told : Told satisfies dp(1) when within(x, 1) expect refuted;
