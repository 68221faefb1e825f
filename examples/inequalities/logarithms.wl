// Bounds on ln: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// ln(1 + x), from below
program LnFromBelow(q : private real, x : real) : real
  requires 0 < x;
  requires x/(1 + x) > 0;
{
  y :=$ Laplace(1/(x/(1 + x)), q) couple y{2} = y{1};
  return y;
}

claim ln_from_below : LnFromBelow satisfies dp(ln(1 + x)) when |q{1} - q{2}| <= 1;

// and from above
program LnFromAbove(q : private real, x : real) : real
  requires 0 < x;
  requires ln(1 + x) > 0;
{
  y :=$ Laplace(1/(ln(1 + x)), q) couple y{2} = y{1};
  return y;
}

claim ln_from_above : LnFromAbove satisfies dp(x - x^2/2 + x^3/3) when |q{1} - q{2}| <= 1;

// one term of an entropy
program XLnX(q : private real, x : real) : real
  requires 0 < x;
  requires x < 1;
  requires -x*ln(x) > 0;
{
  y :=$ Laplace(1/(-x*ln(x)), q) couple y{2} = y{1};
  return y;
}

claim x_ln_x : XLnX satisfies dp(2/5) when |q{1} - q{2}| <= 1;

// the mean of two ratios
program LogOfAMean(q : private real, e : real, f : real) : real
  requires 0 < e;
  requires 0 < f;
  requires ln((exp(e) + exp(f))/2) > 0;
{
  y :=$ Laplace(1/(ln((exp(e) + exp(f))/2)), q) couple y{2} = y{1};
  return y;
}

claim log_of_a_mean : LogOfAMean satisfies dp(max(e, f)) when |q{1} - q{2}| <= 1;

// what a delta costs as an epsilon
program DeltaOdds(q : private real, d : real) : real
  requires 0 < d;
  requires d <= 1/2;
  requires ln(1/(1 - d)) > 0;
{
  y :=$ Laplace(1/(ln(1/(1 - d))), q) couple y{2} = y{1};
  return y;
}

claim delta_odds : DeltaOdds satisfies dp(d + d^2) when |q{1} - q{2}| <= 1;

// a root is faster than a logarithm
program SmallDelta(q : private real, d : real) : real
  requires 0 < d;
  requires d <= 1/100;
  requires sqrt(d)*ln(1/d) > 0;
{
  y :=$ Laplace(1/(sqrt(d)*ln(1/d)), q) couple y{2} = y{1};
  return y;
}

claim small_delta : SmallDelta satisfies dp(1/2) when |q{1} - q{2}| <= 1;
