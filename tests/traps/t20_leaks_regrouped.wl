// T20: the same numbers are leaked in the same order, but in other groups: [1], [2, 3] or [1, 2], [3].
// truth: x = 0 against x = 1: the first leak is [1] in one run and [1, 2] in the other.
// owed: guards-agree, leaks-equal
program Groups(x : private int) : int {
  if (x > 0) { leak [1]; leak [2, 3]; } else { leak [1, 2]; leak [3]; }
  return 0;
}

claim private : Groups satisfies noninterference when any check x in 0..1 expect refuted;
