// T32: a scale of n/2 with integers; for n = 3 it is 3/2, not 1, and for n = 1 it is 1/2, not 0. If
// the quotient in the price is cut as well, 2/n is 0 from n = 3 on.
// truth: n = 3, x = 0 against x = 1 costs 2/3, and every n costs 2/n.
// owed: budget, price
program Noisy(x : private int, n : int) : real
  requires n >= 3;
{
  z :=$ Laplace(n/2) couple z{2} = z{1} + x{1} - x{2} cost 2 div n;
  return x + z;
}

claim free : Noisy satisfies dp(2 div n) when within(x, 1) expect unknown;
