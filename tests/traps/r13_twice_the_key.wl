// R13: multiplying by 2 is no bijection modulo an even number.
// truth: x + 2*k is even for x = 0 and odd for x = 1: Pr1[even] = 1, Pr2[even] = 0.
// owed: missing-coupling
program Doubled(x : private int) : int {
  k :=$ Uniform(0..65535);
  return (x + 2*k) mod 65536;
}

claim hidden : Doubled satisfies dp(0) when any expect unknown;
