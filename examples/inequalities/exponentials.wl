// Bounds on exp: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// exp up to 1, from above
program Quadratic(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 1;
  requires exp(e) > 0;
{
  y :=$ Laplace(1/(exp(e)), q) couple y{2} = y{1};
  return y;
}

claim quadratic : Quadratic satisfies dp(1 + e + e^2) when |q{1} - q{2}| <= 1;

// and closer
program Cubic(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 1;
  requires exp(e) > 0;
{
  y :=$ Laplace(1/(exp(e)), q) couple y{2} = y{1};
  return y;
}

claim cubic : Cubic satisfies dp(1 + e + e^2/2 + e^3/4) when |q{1} - q{2}| <= 1;

// what exp adds to 1
program Twice(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 1;
  requires exp(e) - 1 > 0;
{
  y :=$ Laplace(1/(exp(e) - 1), q) couple y{2} = y{1};
  return y;
}

claim twice : Twice satisfies dp(2*e) when |q{1} - q{2}| <= 1;

// up to a pole
program Pole(q : private real, e : real) : real
  requires 0 < e;
  requires e < 1;
  requires exp(e) > 0;
{
  y :=$ Laplace(1/(exp(e)), q) couple y{2} = y{1};
  return y;
}

claim pole : Pole satisfies dp(1/(1 - e)) when |q{1} - q{2}| <= 1;

// the moments of a fair sign
program Cosh(q : private real, e : real) : real
  requires 0 < e;
  requires (exp(e) + exp(-e))/2 > 0;
{
  y :=$ Laplace(1/((exp(e) + exp(-e))/2), q) couple y{2} = y{1};
  return y;
}

claim cosh : Cosh satisfies dp(exp(e^2/2)) when |q{1} - q{2}| <= 1;

// every power, far out
program Cube(q : private real, t : real) : real
  requires 3 <= t;
  requires t^3 > 0;
{
  y :=$ Laplace(1/(t^3), q) couple y{2} = y{1};
  return y;
}

claim cube : Cube satisfies dp(exp(2*t)) when |q{1} - q{2}| <= 1;

// two budgets at once are more than each alone
program TwoBudgets(q : private real, e : real, f : real) : real
  requires 0 < e;
  requires 0 < f;
  requires exp(e) + exp(f) > 0;
{
  y :=$ Laplace(1/(exp(e) + exp(f)), q) couple y{2} = y{1};
  return y;
}

claim two_budgets : TwoBudgets satisfies dp(1 + exp(e + f)) when |q{1} - q{2}| <= 1;
