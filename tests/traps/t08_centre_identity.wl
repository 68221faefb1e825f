// T8, R8, R9: noise that is drawn around the secret. The two draws are equal, so the shift is 0 and
// "the price is 0"; the price counts from the centres, which differ.
// truth: x = 0 against x = 1: Pr1[res <= 0] = 1/2, Pr2[res <= 0] = exp(-eps)/2; the cut twin shows
// a ratio of 2 at eps = ln(2).
// owed free: price
// owed integers: budget
// owed cut: budget, not-supported
program Centred(x : private int, eps : real) : real
  requires eps > 0;
{
  y :=$ Laplace(1/eps, x) couple y{2} = y{1} cost 0;
  return y;
}

program CentredInt(x : private int, eps : real) : int
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps, x) couple y{2} = y{1};
  return y;
}

program CentredCut(x : private int, eps : real) : int
  requires eps > 0;
{
  y :=$ Clamp(DiscreteLaplace(1/eps, x), 0, 1) couple y{2} = y{1};
  return y;
}

claim free : Centred satisfies dp(0) when within(x, 1) expect unknown;

claim integers : CentredInt satisfies dp(0) when within(x, 1) expect unknown;

claim cut : CentredCut satisfies dp(0) when within(x, 1)
  check x in 0..1, eps = ln(2)
  expect refuted;
