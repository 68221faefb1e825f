// R35: the second of two callees leaks, in a branch that depends on the secret.
// truth: s is leaked where it is true, and nothing where it is false.
// lemma alike: a quadruple does not look at leaks
// owed blind: leaks-equal
program Quiet(s : private bool) : bool {
  return true;
}

program Loud(s : private bool) : bool {
  leak s;
  return true;
}

claim alike : Quiet ~ Loud : true ==> ={res};

program Caller(s : private bool) : bool {
  if (s) {
    y :=$ Quiet(s) couple by alike;
  } else {
    y :=$ Loud(s) couple by alike;
  }
  return y;
}

claim blind : Caller satisfies dp(0) when s{1} != s{2} check expect refuted;
