// R13, T20: a coin and a bit are shown, and each is asked for afterwards; `true` is not 1.
// truth: Pr1[true or false is shown] = 1 for x = 1, Pr2[true or false is shown] = 0 for x = 0, where it is a number.
// owed: missing-coupling, leaks-equal
program Kinds(x : private int) : int {
  if (x > 0) {
    c :=$ Flip(1/2);
    leak c;
    if (c) { skip; }
  } else {
    k :=$ Uniform(0..1);
    leak k;
    if (k = 0) { skip; }
  }
  return 0;
}

claim hidden : Kinds satisfies dp(0) when any expect refuted check x in {0, 1};
