// R31, T12, 1.5: the called program never returns, and only one run calls it, or each by itself.
// truth: Pr1[res = n] = 1, Pr2[res = n] = 0; and `Asks` never ends, which is owed.
// owed: terminates
program Never(n : int) : int {
  while (true) {
    skip;
  }
  return n;
}

program Same(n : int) : int {
  return n;
}

program Asks(x : private int, n : int) : int {
  y :=$ Never(n) couple none;
  return n;
}

claim alone : Same ~ Asks : n{1} = n{2} ==> res{1} = res{2} expect unknown;

claim near : Same ~ Asks : n{1} = n{2} ==> res{1} = res{2} within (1, 0) expect unknown;

claim private : Asks satisfies noninterference when any expect unknown;
