// T20: a leak of an empty list shows nothing but that it happened.
// truth: x = 0 against x = 1: no leak in one run, one leak in the other.
// owed: guards-agree, leaks-equal
program Silent(x : private int) : int {
  nothing := [];
  if (x > 0) { leak nothing; }
  return 0;
}

claim private : Silent satisfies noninterference when any check x in 0..1 expect refuted;
