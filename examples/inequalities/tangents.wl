// Budgets that are met at one point, which is no fraction: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// equal at ln(2)
program TangentOfExp(q : private real, e : real) : real
  requires 1/2 < e;
  requires 2 + 2*(e - ln(2)) > 0;
{
  y :=$ Laplace(1/(2 + 2*(e - ln(2))), q) couple y{2} = y{1};
  return y;
}

claim tangent_of_exp : TangentOfExp satisfies dp(exp(e)) when |q{1} - q{2}| <= 1;

// equal at exp(-1)
program XLnXExactly(q : private real, x : real) : real
  requires 0 < x;
  requires x < 1;
  requires -x*ln(x) > 0;
{
  y :=$ Laplace(1/(-x*ln(x)), q) couple y{2} = y{1};
  return y;
}

claim x_ln_x_exactly : XLnXExactly satisfies dp(exp(-1)) when |q{1} - q{2}| <= 1;

// equal at exp(-2)
program RootTimesLn(q : private real, x : real) : real
  requires 0 < x;
  requires x < 1;
  requires -sqrt(x)*ln(x) > 0;
{
  y :=$ Laplace(1/(-sqrt(x)*ln(x)), q) couple y{2} = y{1};
  return y;
}

claim root_times_ln : RootTimesLn satisfies dp(2/exp(1)) when |q{1} - q{2}| <= 1;
