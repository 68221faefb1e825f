// T12, 1.5: the walk is bounded by a number that the loop itself moves up.
// truth: from 1 it comes to 0 with probability 1/2, and that it ends is owed.
// owed: terminates
program Walk(x : private int) : int {
  i := 1;
  n := 1;
  while (i > 0)
    invariant ={i, n} && 0 <= i{1} && i{1} <= n{1} && cost = 0;
  {
    c :=$ Flip(1/3) couple c{2} = c{1};
    if (c) { i := i - 1; } else { i := i + 1; }
    n := n + 1;
  }
  return i;
}

claim private : Walk satisfies noninterference when any expect unknown;
