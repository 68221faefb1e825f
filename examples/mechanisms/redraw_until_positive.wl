// A count with noise that is drawn again until the answer is not negative. The answer tells more than without: small
// counts redraw more often, and how often depends on the count. For counts from 0 to 3 and noise of scale 2 the loss is
// ln(exp(1/2) + 1 - exp(-1/2)), about 0.714, where the noise alone would cost 1/2.
program Redraw(x : private int) : int
  requires 0 <= x && x <= 3;
{
  z :=$ DiscreteLaplace(2);
  while (x + z < 0) {
    z :=$ DiscreteLaplace(2);
  }
  return x + z;
}

claim private : Redraw satisfies dp(ln(exp(1/2) + 1 - exp(-1/2))) when within(x, 1) check;
claim noise_alone : Redraw satisfies dp(1/2) when within(x, 1) expect refuted check;
