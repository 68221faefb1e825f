// Figures of composition and of conversions: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// the mean loss in advanced composition
program LossOfAStep(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 1;
  requires e*(exp(e) - 1) > 0;
{
  y :=$ Laplace(1/(e*(exp(e) - 1)), q) couple y{2} = y{1};
  return y;
}

claim loss_of_a_step : LossOfAStep satisfies dp(2*e^2) when |q{1} - q{2}| <= 1;

// the Renyi divergence of Laplace noise
program LaplaceOfOrder2(q : private real, e : real) : real
  requires 0 < e;
  requires ln(2/3*exp(e) + 1/3*exp(-2*e)) > 0;
{
  y :=$ Laplace(1/(ln(2/3*exp(e) + 1/3*exp(-2*e))), q) couple y{2} = y{1};
  return y;
}

claim laplace_of_order_2 : LaplaceOfOrder2 satisfies dp(e^2) when |q{1} - q{2}| <= 1;

// zCDP as approximate privacy
program ZcdpAsDp(q : private real, d : real, r : real) : real
  requires 0 < d;
  requires d < 1;
  requires 0 < r;
  requires r + 2*sqrt(r*ln(1/d)) > 0;
{
  y :=$ Laplace(1/(r + 2*sqrt(r*ln(1/d))), q) couple y{2} = y{1};
  return y;
}

claim zcdp_as_dp : ZcdpAsDp satisfies dp((sqrt(r) + sqrt(ln(1/d)))^2) when |q{1} - q{2}| <= 1;

// without a root
program ZcdpLinear(q : private real, d : real, r : real) : real
  requires 0 < d;
  requires d < 1;
  requires 0 < r;
  requires r + 2*sqrt(r*ln(1/d)) > 0;
{
  y :=$ Laplace(1/(r + 2*sqrt(r*ln(1/d))), q) couple y{2} = y{1};
  return y;
}

claim zcdp_linear : ZcdpLinear satisfies dp(2*r + ln(1/d)) when |q{1} - q{2}| <= 1;

// at the best order, and at any other
program BestOrder(q : private real, d : real, o : real, r : real) : real
  requires 0 < d;
  requires d < 1;
  requires 1 < o;
  requires 0 < r;
  requires r + 2*sqrt(r*ln(1/d)) > 0;
{
  y :=$ Laplace(1/(r + 2*sqrt(r*ln(1/d))), q) couple y{2} = y{1};
  return y;
}

claim best_order : BestOrder satisfies dp(r*o + ln(1/d)/(o - 1)) when |q{1} - q{2}| <= 1;
