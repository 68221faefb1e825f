// AboveThreshold, Dwork and Roth 2014, Algorithm 1: answers until the first noisy query that
// reaches the noisy threshold. The threshold of run 2 is 1 higher (eps/2); the noise of the query
// that hits makes up for it, by at most 2 (eps/2); a miss is free, however many there are: eps.
// The couplings look at the sample itself: only a hit is moved.
program AboveThreshold(q : private list[real], T : real, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ Laplace(2/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    invariant ={i, hit, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant cost = (if hit{1} then eps else eps/2);
    decreases size(q) - i;
  {
    eta :=$ Laplace(4/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/2 else 0);
    hit := q[i] + eta >= bar;
    out := out ++ [hit];
    i := i + 1;
  }
  return out;
}

program AboveThresholdInt(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps) couple rho{2} = rho{1} + 1;
  bar := T + rho;
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit)
    invariant ={i, hit, out} && 0 <= i{1} && i{1} <= size(q{1}) && bar{2} = bar{1} + 1;
    invariant cost = (if hit{1} then eps else eps/2);
    decreases size(q) - i;
  {
    eta :=$ DiscreteLaplace(4/eps)
      couple eta{2} = eta{1}
        + (if q{1}[i{1}] + eta{1} >= bar{1} then 1 + q{1}[i{1}] - q{2}[i{1}] else 0)
      cost (if q{1}[i{1}] + eta{1} >= bar{1} then eps/2 else 0);
    hit := q[i] + eta >= bar;
    out := out ++ [hit];
    i := i + 1;
  }
  return out;
}

claim private : AboveThreshold satisfies dp(eps) when all_within(q, 1);

claim integers : AboveThresholdInt satisfies dp(eps) when all_within(q, 1)
  check size(q) in 1..2, q[_] in 0..2, T = 1, eps = 4*ln(2);
