// T31: ln(1 + eps) is close to eps, and less. A rule with the inequality the wrong way round, or a
// linear approximation, makes them equal.
// truth: x = 0 against x = 1, eps = ln(2): the ratio of Pr[res = 0] is 2, 1 + ln(2) is less than 1.7.
// owed private: budget
// owed cut: budget, not-supported
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program NoisyCut(x : private int, eps : real) : int
  requires eps > 0;
{
  y :=$ Clamp(DiscreteLaplace(1/eps, x), 0, 1) couple y{2} = y{1};
  return y;
}

claim private : Noisy satisfies dp(ln(1 + eps)) when within(x, 1) expect unknown;

claim cut : NoisyCut satisfies dp(ln(1 + eps)) when within(x, 1)
  check x in 0..1, eps = ln(2)
  expect refuted;
