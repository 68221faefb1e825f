// T30: one run leaks a constant, the other nothing. The values that both leak agree.
// truth: x = 0 against x = 1: no leak in one run, one leak in the other.
// owed: guards-agree, leaks-equal
program Beep(x : private int) : int {
  if (x > 0) { leak 0; }
  return 0;
}

claim private : Beep satisfies noninterference when any check x in 0..1 expect refuted;
