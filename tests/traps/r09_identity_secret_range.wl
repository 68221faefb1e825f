// R9, T7: noise of one family in both runs, conditioned on a range that is the secret. The identity is free between
// equal distributions only.
// truth: x = 0 against x = 1: Pr[res > 1] = 0 in run 1, and positive in run 2.
// owed: same-noise, support, no-price, not-a-shift
program Cut(x : private bool) : real {
  z :=$ Truncate(Gauss(1), -1, if x then 2 else 1) couple z{2} = z{1};
  return z;
}

claim same : Cut satisfies dp(1) when any check expect refuted;
