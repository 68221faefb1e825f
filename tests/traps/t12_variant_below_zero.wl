// T12: a variant that gets smaller in every round, but has no bottom.
// truth: n = -1: the loop never ends, and that it ends is owed. For n >= 0 the claim holds.
// owed: terminates
program CountDown(x : private int, n : int) : int {
  i := n;
  while (i != 0)
    invariant ={i} && cost = 0;
    decreases i;
  {
    i := i - 1;
  }
  return i;
}

claim private : CountDown satisfies noninterference when any expect unknown;
