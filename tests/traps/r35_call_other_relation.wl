// R35: a ready-made relation between variables of the callee taken for one between inputs of the caller.
// truth: Caller returns y.
// lemma close: the callee's y is 0 in both runs
// owed blind: results-equal
program Zero() : int {
  y := 0;
  return 0;
}

claim close : Zero ~ Zero : true ==> within(y, 0);

program Caller(y : private int) : int {
  x :=$ Zero() couple by close;
  return y;
}

claim blind : Caller satisfies dp(0) when any check y in {0, 1} expect refuted;
