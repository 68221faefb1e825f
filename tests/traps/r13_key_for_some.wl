// R13: for one class of inputs the result is uniform, for another one it is not.
// truth: for x = 0 the result is 0: Pr1[0] = 1; for x = 1, Pr2[0] = 1/65536.
// owed: missing-coupling, guards-agree
program Sometimes(x : private int) : int {
  k := 0;
  if (x > 0) { k :=$ Uniform(0..65535); }
  return k;
}

claim hidden : Sometimes satisfies dp(0) when any expect refuted check x in {0, 1};
