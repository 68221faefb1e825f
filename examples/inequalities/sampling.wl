// Figures of secret samples: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// a secret sample costs a part of the budget
program Sampled(q : private real, e : real, g : real) : real
  requires 0 < e;
  requires e <= 1;
  requires 0 < g;
  requires g < 1;
  requires ln(1 + g*(exp(e) - 1)) > 0;
{
  y :=$ Laplace(1/(ln(1 + g*(exp(e) - 1))), q) couple y{2} = y{1};
  return y;
}

claim sampled : Sampled satisfies dp(2*g*e) when |q{1} - q{2}| <= 1;

// and at least that part
program SampledAtLeast(q : private real, e : real, g : real) : real
  requires 0 < e;
  requires 0 < g;
  requires g < 1;
  requires g*e > 0;
{
  y :=$ Laplace(1/(g*e), q) couple y{2} = y{1};
  return y;
}

claim sampled_at_least : SampledAtLeast satisfies dp(ln(1 + g*(exp(e) - 1)))
  when |q{1} - q{2}| <= 1;

// half of a list
program HalfOfIt(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 1/2;
  requires ln(1 + (exp(e) - 1)/2) > 0;
{
  y :=$ Laplace(1/(ln(1 + (exp(e) - 1)/2)), q) couple y{2} = y{1};
  return y;
}

claim half_of_it : HalfOfIt satisfies dp(e/2 + e^2/8) when |q{1} - q{2}| <= 1;

// Hoeffding's lemma
program Hoeffding(q : private real, e : real, g : real) : real
  requires 0 < e;
  requires 0 < g;
  requires g < 1;
  requires ln(1 - g + g*exp(e)) > 0;
{
  y :=$ Laplace(1/(ln(1 - g + g*exp(e))), q) couple y{2} = y{1};
  return y;
}

claim hoeffding : Hoeffding satisfies dp(g*e + e^2/8) when |q{1} - q{2}| <= 1;
