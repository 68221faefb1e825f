// R30: the price of a joint block, worked out as if both runs read the same value.
// truth: randomized response needs ln(3): Pr1[true] = 3/4, Pr2[true] = 1/4.
// owed: price
program Asked(x : private bool) : bool {
  joint {
    b :=$ Flip(1/2);
    if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  } couple ans{2} = ans{1} cost 0;
  return ans;
}

claim private : Asked satisfies dp(0) when any check expect refuted;
