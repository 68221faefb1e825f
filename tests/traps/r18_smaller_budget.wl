// R18: half of what was proved is said to follow.
// truth: x = 0 against x = 1 at eps = 2*ln(2): Pr[res >= 1] is 1/5 and 4/5, and 4/5 > exp(ln(2)) * 1/5.
// lemma one: all of it
// owed two: from-budget
program Noisy(x : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim one : Noisy satisfies dp(eps) when within(x, 1);

claim two : Noisy satisfies dp(eps/2) when within(x, 1)
  from one
  check x in {0, 1}, eps = 2*ln(2)
  expect refuted;
