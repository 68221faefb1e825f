// T12, 1.5: the secret is leaked, then nothing ends. No run has a result, so all results agree.
// truth: x = 0 against x = 1: the observer sees 0 in one run and 1 in the other.
// owed: terminates, leaks-equal
program Talks(x : private int) : int {
  leak x;
  while (true) {
    skip;
  }
  return 0;
}

claim private : Talks satisfies noninterference when any expect unknown;
