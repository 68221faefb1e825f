// T31: exp(e) <= 1 + e + e^2 holds up to 1 and a little further, not up to 2.
// truth: e = 2, q = 0 against q = 1: the densities of the results differ by the factor exp(exp(2)) at 0, and exp(2) > 1 + 2 + 4.
// owed: budget
program Exp(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 2;
{
  y :=$ Laplace(1/exp(e), q) couple y{2} = y{1};
  return y;
}

claim private : Exp satisfies dp(1 + e + e^2) when |q{1} - q{2}| <= 1 expect unknown;
