// R13: a draw is uniform modulo 4096 and modulo 65536, but not independently.
// truth: the difference of both numbers modulo 4096 is x: Pr1[x = 0 seen] = 1 for x = 0, Pr2 = 0 for x = 1.
// owed: missing-coupling
program Moduli(x : private int) : int {
  k :=$ Uniform(0..65535);
  leak (x + k) mod 4096;
  return k mod 65536;
}

claim hidden : Moduli satisfies dp(0) when any expect unknown;
