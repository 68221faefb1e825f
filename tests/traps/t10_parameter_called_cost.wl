// T10: a parameter called like the ghost. The budget dp(cost) speaks of the parameter; taken for
// what has been spent, it is met by every program.
// truth: x = 0 against x = 1, cost = ln(2): the price of the noise is 2*cost; in the cut
// twin Pr1[res = 0] = 4/5, Pr2[res = 0] = 1/5.
// owed private: budget
// owed cut: budget, not-supported
program Noisy(x : private int, cost : real) : real
  requires cost > 0;
{
  z :=$ Laplace(1/(2*cost)) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program NoisyCut(x : private int, cost : real) : int
  requires cost > 0;
{
  y :=$ Clamp(DiscreteLaplace(1/(2*cost), x), 0, 1) couple y{2} = y{1};
  return y;
}

claim private : Noisy satisfies dp(cost) when within(x, 1) expect unknown;

claim cut : NoisyCut satisfies dp(cost) when within(x, 1)
  check x in 0..1, cost = ln(2)
  expect refuted;
