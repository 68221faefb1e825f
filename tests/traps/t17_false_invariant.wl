// T17, R18: an invariant that is never true. It is kept by every round, and after the loop it proves
// anything; it only does not hold at the start.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: invariant-entry
program Secret(x : private int, n : int) : int {
  i := 0;
  while (i < n)
    invariant ={i} && i{1} < 0 && i{1} >= n;
    decreases n - i;
  {
    i := i + 1;
  }
  return x;
}

claim private : Secret satisfies noninterference when any check x in 0..1, n = 0 expect refuted;
