// T8, R9: exponential noise cancels the difference of the counts, whichever sign it has; moved down
// it leaves its support. The price |s|/b is that of two-sided noise.
// truth: x = 0 against x = 1: Pr1[res < 1] = 1 - exp(-eps), Pr2[res < 1] = 0: no epsilon is enough.
// owed: support
program OneSided(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Exponential(1/eps) couple z{2} = z{1} + x{1} - x{2} cost eps;
  return x + z;
}

claim private : OneSided satisfies dp(eps) when within(x, 1) expect unknown;
