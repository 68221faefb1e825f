// Prices and budgets that are numbers: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// e, rounded up
program ETo13Digits(q : private real, e : real) : real
  requires 0 < e;
  requires exp(1) > 0;
{
  y :=$ Laplace(1/(exp(1)), q) couple y{2} = y{1};
  return y;
}

claim e_to_13_digits : ETo13Digits satisfies dp(27182818284591/10000000000000)
  when |q{1} - q{2}| <= 1;

// logarithms of numbers add up
program LnOf6(q : private real, e : real) : real
  requires 0 < e;
  requires ln(2) + ln(3) > 0;
{
  y :=$ Laplace(1/(ln(2) + ln(3)), q) couple y{2} = y{1};
  return y;
}

claim ln_of_6 : LnOf6 satisfies dp(ln(6)) when |q{1} - q{2}| <= 1;
