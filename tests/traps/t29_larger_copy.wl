// T29: the budget is a parameter, its copy is spent. If the name of the copy and of the parameter
// come to mean the same, four times the budget fits into it.
// truth: x = 0 against x = 1: the price of the noise is 4*eps; cut to 0..1, eps = ln(2):
// Pr1[res = 0] = 16/17, Pr2[res = 0] = 1/17.
// owed private: budget
// owed cut: budget, not-supported
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  e := eps;
  e := 4*e;
  z :=$ Laplace(1/e) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program NoisyCut(x : private int, eps : real) : int
  requires eps > 0;
{
  e := eps;
  e := 4*e;
  y :=$ Clamp(DiscreteLaplace(1/e, x), 0, 1) couple y{2} = y{1};
  return y;
}

claim private : Noisy satisfies dp(eps) when within(x, 1) expect unknown;

claim cut : NoisyCut satisfies dp(eps) when within(x, 1)
  check x in 0..1, eps = ln(2)
  expect refuted;
