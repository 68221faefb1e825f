// R35: a variable of the callee taken for the caller's of the same name.
// truth: Caller returns s.
// lemma quiet: the callee's y is 0 in both runs
// owed blind: results-equal
program Zero() : int {
  y := 0;
  return 0;
}

claim quiet : Zero ~ Zero : true ==> ={y};

program Caller(s : private int) : int {
  y := s;
  x :=$ Zero() couple by quiet;
  return y;
}

claim blind : Caller satisfies dp(0) when any check s in {0, 1} expect refuted;
