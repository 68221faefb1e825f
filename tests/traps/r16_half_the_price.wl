// R16: half the price is enough where all scores move the same way; here they may move apart.
// truth: u = [1, -1, -1, -1] against [0, 0, 0, 0] with eps = 2*ln(2): Pr1[0] = 4/7, Pr2[0] = 1/4,
// a ratio of 16/7, which is more than exp(eps/2) = 2.
// owed: price
program Half(u : private list[int], eps : real) : int
  requires eps > 0;
  requires size(u) >= 1;
{
  r :=$ ExpMech(eps, u) couple r{2} = r{1} cost eps/2;
  return r;
}

claim private : Half satisfies dp(eps/2) when all_within(u, 1)
  check u in {[1, -1, -1, -1], [0, 0, 0, 0]}, eps = 2*ln(2)
  expect refuted;
