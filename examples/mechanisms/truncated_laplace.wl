// Discrete Laplace noise conditioned on -3..3, added to a count: the output never strays, and so the
// ends give the count away with a small probability. Exactly (ln(2), 1/22): the end has mass
// (1/8)/(11/4) = 1/22, and everywhere else the masses have the ratio 2. Truncated Laplace noise at
// its optimal delta: Geng, Ding, Guo and Kumar, AISTATS 2020; for -3..3 and ratio 2 it is 1/14.
program TruncatedCount(c : private int) : int {
  z :=$ Truncate(DiscreteLaplace(1/ln(2)), -3, 3)
    couple z{2} = z{1} + c{1} - c{2}
    cost ln(2)
    slack 1/22;
  return c + z;
}

program TruncatedSum(s : private real) : real {
  z :=$ Truncate(Laplace(1/ln(2)), -3, 3) couple z{2} = z{1} + s{1} - s{2} cost ln(2) slack 1/14;
  return s + z;
}

claim exact : TruncatedCount satisfies dp(ln(2), 1/22) when within(c, 1) check c in 0..3;

claim less : TruncatedCount satisfies dp(ln(2), 1/23) when within(c, 1)
  check c in 0..3
  expect refuted;

claim pure : TruncatedCount satisfies dp(100) when within(c, 1) check c in 0..3 expect refuted;

claim continuous : TruncatedSum satisfies dp(ln(2), 1/14) when within(s, 1);
