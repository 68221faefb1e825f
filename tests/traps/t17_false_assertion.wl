// T17: an assertion that says what one would like to know. It is known from there on, and owed there.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: assertion
program Secret(x : private int) : int {
  assert ={x};
  return x;
}

claim private : Secret satisfies noninterference when any check x in 0..1 expect refuted;
