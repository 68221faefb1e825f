// R16, T7: the scores agree, but the eps of the mechanism is a secret.
// truth: e = 0 against e = 2*ln(2) on the scores (0, 2): Pr1[0] = 1/2, Pr2[0] = 1/5.
// owed: same-noise
program Secret(e : private real) : int {
  r :=$ ExpMech(e, [0, 2]) couple r{2} = r{1};
  return r;
}

claim same : Secret satisfies dp(0) when any check e in {0, 2*ln(2)} expect refuted;
