// R21: the inputs between the two are none that the program takes, so that there are no steps.
// truth: x = 0 against x = 2 shows 0 and 2 for sure.
// lemma near: no two different inputs are that close
// owed far: from-chain
program Show(x : private int) : int
  requires x = 0 || x = 2;
{
  return x;
}

claim near : Show satisfies dp(0) when within(x, 1);

claim far : Show satisfies dp(0) when within(x, 2)
  from near by 2 steps
  check x in {0, 2}
  expect refuted;
