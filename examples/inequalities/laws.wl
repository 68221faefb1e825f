// Prices that are equal to the budget by the laws of exp and ln: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// ln(exp(x)) = x
program LnUndoesExp(q : private real, e : real) : real
  requires 0 < e;
  requires e > 0;
{
  y :=$ Laplace(1/(e), q) couple y{2} = y{1};
  return y;
}

claim ln_undoes_exp : LnUndoesExp satisfies dp(2*ln(exp(e/2))) when |q{1} - q{2}| <= 1;

// and for products
program LnOfAProduct(q : private real, e : real) : real
  requires 0 < e;
  requires e + 1 > 0;
{
  y :=$ Laplace(1/(e + 1), q) couple y{2} = y{1};
  return y;
}

claim ln_of_a_product : LnOfAProduct satisfies dp(ln(exp(e)*exp(1))) when |q{1} - q{2}| <= 1;

// exp(n*ln(a)) = a^n
program ExpUndoesLn(q : private real, a : real) : real
  requires 1 < a;
  requires a^2 > 0;
{
  y :=$ Laplace(1/(a^2), q) couple y{2} = y{1};
  return y;
}

claim exp_undoes_ln : ExpUndoesLn satisfies dp(exp(2*ln(a))) when |q{1} - q{2}| <= 1;

// ln(a^n) = n*ln(a)
program LnOfAPower(q : private real, a : real) : real
  requires 1 < a;
  requires 3*ln(a) > 0;
{
  y :=$ Laplace(1/(3*ln(a)), q) couple y{2} = y{1};
  return y;
}

claim ln_of_a_power : LnOfAPower satisfies dp(ln(a^3)) when |q{1} - q{2}| <= 1;

// and for roots
program LnOfARoot(q : private real, a : real) : real
  requires 1 < a;
  requires ln(a) > 0;
{
  y :=$ Laplace(1/(ln(a)), q) couple y{2} = y{1};
  return y;
}

claim ln_of_a_root : LnOfARoot satisfies dp(2*ln(sqrt(a))) when |q{1} - q{2}| <= 1;

// what is left of the logistic function
program Logistic(q : private real, e : real) : real
  requires 0 < e;
  requires 1 - 1/(1 + exp(-e)) > 0;
{
  y :=$ Laplace(1/(1 - 1/(1 + exp(-e))), q) couple y{2} = y{1};
  return y;
}

claim logistic : Logistic satisfies dp(1/(1 + exp(e))) when |q{1} - q{2}| <= 1;

// the odds of randomized response, from its bias
program ResponseOdds(q : private real, e : real) : real
  requires 0 < e;
  requires e > 0;
{
  y :=$ Laplace(1/(e), q) couple y{2} = y{1};
  return y;
}

claim response_odds : ResponseOdds satisfies dp(
  ln((1 + (exp(e) - 1)/(exp(e) + 1))/(1 - (exp(e) - 1)/(exp(e) + 1)))
) when |q{1} - q{2}| <= 1;
