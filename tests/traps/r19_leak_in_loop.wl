// R19, T30: the leaks of earlier rounds belong to what the loop changes. After it nothing is known of
// them, unless every round is shown to leak the same.
// truth: n = 1, x = 0 against x = 1: the observer sees 0 in one run and 1 in the other.
// owed: leaks-equal
program Talks(x : private int, n : int) : int {
  i := 0;
  while (i < n)
    invariant ={i} && cost = 0;
    decreases n - i;
  {
    leak x;
    i := i + 1;
  }
  return 0;
}

claim private : Talks satisfies noninterference when any check x in 0..1, n = 1 expect refuted;
