// R15, T7: a range that is longer by one in run 2, and the identity, from which nothing leaves.
// truth: n = 0 against n = 1: 0 has probability 1 in run 1 and 1/2 in run 2.
// owed: same-noise, price
program Draw(n : private int) : int
  requires n >= 0;
{
  u :=$ Uniform(0..n) couple u{2} = u{1} cost 0 slack 0;
  return u;
}

claim free : Draw satisfies dp(0) when within(n, 1) check n in 0..1 expect refuted;
