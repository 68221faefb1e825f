// T36: y gets its value in the body of a loop that may not be entered.
// truth: n = 0 leaves y without a value.
// refused: unassigned
program Last(x : private int, n : int) : int {
  i := 0;
  while (i < n)
    invariant ={i} && cost = 0;
    decreases n - i;
  {
    y := i;
    i := i + 1;
  }
  return y;
}

claim private : Last satisfies noninterference when any expect unknown;
