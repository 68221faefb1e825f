// T26: a program that shows nothing, and budgets that may be negative. Nothing was spent, which is
// at most n*eps for a person who thinks of n as a number of rounds.
// truth: n = -1, eps = ln(2): Pr1[res = 0] = 1, exp(-eps)*Pr2[res = 0] = 1/2; and with
// delta = -2 the claim says 1 <= 2*1 - 2.
// owed: budget-negative, budget
program Nothing(x : private int, n : int, eps : real, delta : real) : int
  requires eps > 0;
{
  return 0;
}

claim rounds : Nothing satisfies dp(n*eps) when any
  check x in 0..1, n = -1, eps = ln(2), delta = 0
  expect refuted;

claim slack : Nothing satisfies dp(eps, delta) when any
  check x in 0..1, n = 1, eps = ln(2), delta = -2
  expect refuted;
