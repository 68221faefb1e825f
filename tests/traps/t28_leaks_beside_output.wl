// T28: the result is the same for every o, and the leak before it is not looked at.
// truth: x = 0 against x = 1: the observer sees 0 in one run and 1 in the other.
// owed: leaks-equal
program Talks(x : private int) : int {
  leak x;
  return 0;
}

claim free : Talks satisfies dp(0) when any pointwise o check x in 0..1 expect refuted;
