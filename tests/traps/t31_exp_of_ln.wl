// T31: with exp(ln(p)) = p for every p the stated cost is 0. Together with exp > 0 that rule is a
// contradiction for p <= 0, from which the price follows as well.
// truth: x = 0 against x = 1 costs 1, for every p; ln(p) has no value for p <= 0.
// owed: price, budget
program Noisy(x : private int, p : real) : real
  requires p <= 0;
{
  z :=$ Laplace(1) couple z{2} = z{1} + x{1} - x{2} cost exp(ln(p)) - p;
  return x + z;
}

claim free : Noisy satisfies dp(0) when within(x, 1) expect unknown;
