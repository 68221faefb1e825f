// R31, T30: one run calls a program that leaks a constant, the other does not; both return the same.
// truth: x = 0 against x = 1: no leak in one run, one leak in the other.
// owed: leaks-equal
program Beeps() : int {
  leak 0;
  return 0;
}

program Calls(x : private int) : int {
  if (x > 0) {
    y :=$ Beeps() couple none;
  }
  return 0;
}

claim private : Calls satisfies noninterference when any check x in 0..1 expect refuted;
