// R28: the entries of the sample are not as long as the callee's type says.
// truth: n = 1: [0b0] shows 1 with probability 1/2, [] never.
// lemma none: of entries that are as long as the type says
// owed half: length-mismatch
program Beyond(d : private list[bits[n]], n : int) : int {
  r := 0;
  if (size(d) > 0) { r := size(d[0]) - n; }
  return r;
}

program Half(d : private list[bits[n]], n : int) : int {
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Beyond(s, 0);
  return y;
}

claim none : Beyond satisfies noninterference when any;

claim half : Half satisfies dp(0) when add_remove(d)
  from none sampled 1/2
  check n = 1, d in {[], [0b0]}
  expect refuted;
