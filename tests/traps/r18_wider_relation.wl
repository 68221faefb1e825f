// R18: a claim about inputs within 2 is taken for weaker than one about inputs within 1.
// truth: x = 0 against x = 2 at eps = ln(2): Pr[res >= 2] is 1/6 and 2/3, and 2/3 > 2 * 1/6.
// lemma one: of inputs within 1
// owed two: from-relation
program Noisy(x : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim one : Noisy satisfies dp(eps) when within(x, 1);

claim two : Noisy satisfies dp(eps) when within(x, 2)
  from one
  check x in {0, 2}, eps = ln(2)
  expect refuted;
