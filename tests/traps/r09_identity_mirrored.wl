// R9, T8: equal exponential noise in both runs, coupled by a map that is not the identity, for nothing.
// truth: s = 0 against s = 1: Pr1[res < 1] = 1 - exp(-1) and Pr2[res < 1] = 0.
// owed: price, support, budget
program Shift(s : private bool) : real {
  z :=$ Exponential(1) couple z{2} = z{1} + (if s{1} then 1 else 0) - (if s{2} then 1 else 0);
  return z + (if s then 1 else 0);
}

claim same : Shift satisfies dp(0) when any check expect refuted;
