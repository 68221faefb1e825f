// T8, R9: the same with geometric noise, moved below 0.
// truth: x = 0 against x = 1: Pr1[res = 0] = p, Pr2[res = 0] = 0: no epsilon is enough.
// owed: support
program OneSided(x : private int, p : real) : int
  requires 0 < p && p < 1;
{
  z :=$ Geometric(p) couple z{2} = z{1} + x{1} - x{2} cost ln(1/(1 - p));
  return x + z;
}

claim private : OneSided satisfies dp(ln(1/(1 - p))) when within(x, 1) expect unknown;
