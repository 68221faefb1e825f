// R19: the loop changes s, of which the invariant says nothing. What was known of s before the loop,
// that it is 0 in both runs, is not known after it.
// truth: n = 1, x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Sum(x : private int, n : int) : int {
  i := 0;
  s := 0;
  while (i < n)
    invariant ={i} && cost = 0;
    decreases n - i;
  {
    s := s + x;
    i := i + 1;
  }
  return s;
}

claim private : Sum satisfies noninterference when any check x in 0..1, n = 1 expect refuted;
