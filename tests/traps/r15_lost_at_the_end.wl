// R15, R9: truncated noise is moved; the ratio inside of the range is 2, and what leaves the range is
// forgotten.
// truth: x = 0 against x = 1: the output -3 has probability 1/22 in one run and never comes in the other.
// owed: price
program Release(x : private int) : int {
  z :=$ Truncate(DiscreteLaplace(1/ln(2)), -3, 3)
    couple z{2} = z{1} + x{1} - x{2}
    cost ln(2)
    slack 1/100;
  return x + z;
}

claim near : Release satisfies dp(ln(2), 1/100) when within(x, 1) check x in 0..1 expect refuted;
