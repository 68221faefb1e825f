// T30: the result of the call is not used, so it may come from anywhere; what the call leaks is seen.
// truth: x = 0 against x = 1: the observer sees 0 in one run and 1 in the other.
// owed: leaks-equal, not-supported
program Says(x : private int) : bool {
  leak x;
  return true;
}

program Caller(x : private int) : bool {
  y :=$ Says(x) couple none;
  return true;
}

claim private : Caller satisfies noninterference when any check x in 0..1 expect refuted;
