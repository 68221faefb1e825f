// R13: a coin that is not fair hides no bit.
// truth: Pr1[true] = 1/3 for x = 0, Pr2[true] = 2/3 for x = 1.
// owed: missing-coupling
program Unfair(x : private int) : bool {
  b :=$ Flip(1/3);
  return (x > 0) xor b;
}

claim hidden : Unfair satisfies dp(0) when any expect refuted check x in {0, 1};
