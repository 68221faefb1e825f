// How many visitors there are is drawn, and told. It is the same number in both runs, by the identity,
// whatever the rate, and costs nothing. A rate that depends on the secret does.
program Visitors(x : private int, rate : real, eps : real) : (int, real)
  requires rate > 0 && eps > 0;
{
  n :=$ Poisson(rate) couple n{2} = n{1};
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return (n, x + z);
}

claim private : Visitors satisfies dp(eps) when within(x, 1);

program Busy(x : private bool) : int {
  n :=$ Poisson(if x then 2 else 1);
  return n;
}

claim busy : Busy satisfies dp(3) when any expect refuted;

program FewAtMost(x : private bool) : int {
  n :=$ Truncate(Poisson(if x then 2 else 1), 0, 3);
  return n;
}

claim few : FewAtMost satisfies dp(ln(64/19)) when any check;
