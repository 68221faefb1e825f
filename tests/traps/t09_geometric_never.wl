// T9: a geometric draw whose probability of success may be 0 never ends: it has no distribution.
// truth: p = 0 is not allowed: the program fails there.
// owed: not-a-probability
program Wait(x : private int, p : real) : bool
  requires 0 <= p && p <= 1;
{
  z :=$ Geometric(p) couple z{2} = z{1};
  return z >= 0;
}

claim private : Wait satisfies noninterference when any check x in 0..1, p = 0 expect unknown;
