// T12: a variant that is never negative but does not get smaller in every round.
// truth: for n >= 2 the loop stays at i = 1 for ever, and that it ends is owed.
// owed: terminates
program Stuck(x : private int, n : int) : int
  requires n >= 0;
{
  i := 0;
  while (i < n)
    invariant ={i} && 0 <= i{1} && i{1} <= n && cost = 0;
    decreases n - i;
  {
    if (i != 1) { i := i + 1; }
  }
  return i;
}

claim private : Stuck satisfies noninterference when any expect unknown;
