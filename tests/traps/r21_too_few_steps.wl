// R21: the inputs are three steps apart, and two are taken.
// truth: x = 0 against x = 3 at eps = ln(2): Pr[res >= 3] is 1/12 and 2/3, and 2/3 > exp(2*ln(2)) * 1/12 = 1/3.
// lemma one: one step
// owed two: from-chain
program Noisy(x : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim one : Noisy satisfies dp(eps) when within(x, 1);

claim two : Noisy satisfies dp(2*eps) when within(x, 3)
  from one by 2 steps
  check x in {0, 3}, eps = ln(2)
  expect refuted;
