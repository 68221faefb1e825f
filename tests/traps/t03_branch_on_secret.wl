// T3, R3: a branch on the secret, both runs taken through the same side.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: guards-agree, results-equal
program Positive(x : private int) : int {
  if (x > 0) { r := 1; } else { r := 0; }
  return r;
}

claim private : Positive satisfies dp(0) when any check x in 0..1 expect refuted;
