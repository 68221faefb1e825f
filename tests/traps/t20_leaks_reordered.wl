// T20: the same two values are leaked, in another order.
// truth: x = 0 against x = 1: the first leak is 2 in one run and 1 in the other.
// owed: guards-agree, leaks-equal
program Order(x : private int) : int {
  if (x > 0) { leak 1; leak 2; } else { leak 2; leak 1; }
  return 0;
}

claim private : Order satisfies noninterference when any check x in 0..1 expect refuted;
