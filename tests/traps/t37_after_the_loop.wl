// T37: after `for i in x .. 0` the counter is max(x, 0), not 0.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: guards-agree, results-equal
program After(x : private int) : int {
  for i in x .. 0
    invariant cost = 0;
  {
    skip;
  }
  return i;
}

claim private : After satisfies noninterference when any check x in 0..1 expect refuted;
