// R13: what is hidden in one place is shown in another.
// truth: the leak tells if x > 0: Pr1[true] = 1 for x = 1, Pr2[true] = 0 for x = 0.
// owed: missing-coupling, output-equal, leaks-equal
program Beside(x : private int) : int {
  k :=$ Uniform(0..65535);
  leak x > 0;
  return (x + k) mod 65536;
}

claim hidden : Beside satisfies dp(0) when any expect unknown;
