// R30: the cost is the price for some values of an open number only.
// truth: at p = 3/4 "no" has the probabilities 13/16 and 1/16, and exp(cost) is 5.
// owed: price
program TwoCoins(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  joint {
    b :=$ Flip(p);
    if (b) { ans := x; } else { ans :=$ Flip(p); }
  } couple ans{2} = ans{1} cost ln((2 - p)/(1 - p));
  return ans;
}

claim private : TwoCoins satisfies dp(ln((2 - p)/(1 - p))) when any check p = 3/4 expect refuted;
