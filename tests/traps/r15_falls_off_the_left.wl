// R15, T8: one-sided noise moved to the left, at the price of one moved to the right.
// truth: x = 0 against x = 1, scale 1: below 1 there is mass 1 - exp(-1) = 0.632 in run 1 and none in run 2.
// owed: price
program Late(x : real) : real {
  z :=$ Exponential(1) couple z{2} = z{1} + x{1} - x{2} cost 1 slack 0;
  return x + z;
}

claim near : Late ~ Late : x{1} <= x{2} && x{2} <= x{1} + 1 ==> res{1} = res{2}
  within (1, 1/10)
  expect unknown;
