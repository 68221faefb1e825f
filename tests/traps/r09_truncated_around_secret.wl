// R9, T7, T8: noise around the secret, cut to 0..2. What is left is divided by the mass inside, which
// differs in the two runs; the price of the shift alone does not count that.
// truth: x = 0 against x = 1: Pr1[res = 0] = 4/7, Pr2[res = 0] = 1/4, a ratio of 16/7, above 2.
// owed: same-noise, price, budget, not-supported
program Cut(x : private int) : int
  requires 0 <= x && x <= 2;
{
  y :=$ Truncate(DiscreteLaplace(1/ln(2), x), 0, 2) couple y{2} = y{1} cost ln(2);
  return y;
}

claim private : Cut satisfies dp(ln(2)) when within(x, 1) check x in 0..2 expect refuted;
