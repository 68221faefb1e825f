// Prices and budgets with roots: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// sqrt(a^2) = a for positive a
program RootOfASquare(q : private real, a : real) : real
  requires 0 < a;
  requires a > 0;
{
  y :=$ Laplace(1/(a), q) couple y{2} = y{1};
  return y;
}

claim root_of_a_square : RootOfASquare satisfies dp(sqrt(a^2)) when |q{1} - q{2}| <= 1;

// a^(3/2)
program HalfPower(q : private real, a : real) : real
  requires 0 < a;
  requires a*sqrt(a) > 0;
{
  y :=$ Laplace(1/(a*sqrt(a)), q) couple y{2} = y{1};
  return y;
}

claim half_power : HalfPower satisfies dp(sqrt(a^3)) when |q{1} - q{2}| <= 1;

// the geometric mean and the arithmetic one
program TwoMeans(q : private real, a : real, b : real) : real
  requires 0 < a;
  requires 0 < b;
  requires sqrt(a*b) > 0;
{
  y :=$ Laplace(1/(sqrt(a*b)), q) couple y{2} = y{1};
  return y;
}

claim two_means : TwoMeans satisfies dp((a + b)/2) when |q{1} - q{2}| <= 1;

// the root is concave
program SumOfRoots(q : private real, a : real, b : real) : real
  requires 0 < a;
  requires 0 < b;
  requires sqrt(a) + sqrt(b) > 0;
{
  y :=$ Laplace(1/(sqrt(a) + sqrt(b)), q) couple y{2} = y{1};
  return y;
}

claim sum_of_roots : SumOfRoots satisfies dp(sqrt(2*(a + b))) when |q{1} - q{2}| <= 1;

// and below its tangent
program TangentOfRoot(q : private real, x : real) : real
  requires 0 < x;
  requires sqrt(1 + x) > 0;
{
  y :=$ Laplace(1/(sqrt(1 + x)), q) couple y{2} = y{1};
  return y;
}

claim tangent_of_root : TangentOfRoot satisfies dp(1 + x/2) when |q{1} - q{2}| <= 1;

// ln from above, by a root
program LnBelowRoot(q : private real, x : real) : real
  requires 1 < x;
  requires ln(x) > 0;
{
  y :=$ Laplace(1/(ln(x)), q) couple y{2} = y{1};
  return y;
}

claim ln_below_root : LnBelowRoot satisfies dp(2*(sqrt(x) - 1)) when |q{1} - q{2}| <= 1;

// and closer
program LnBetweenRoots(q : private real, x : real) : real
  requires 1 < x;
  requires ln(x) > 0;
{
  y :=$ Laplace(1/(ln(x)), q) couple y{2} = y{1};
  return y;
}

claim ln_between_roots : LnBetweenRoots satisfies dp((x - 1)/sqrt(x)) when |q{1} - q{2}| <= 1;
