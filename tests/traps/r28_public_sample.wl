// R28: the callee takes the sample for public, so its claim compares equal samples only.
// truth: [true] shows 1 with probability 1/2, [] never.
// lemma whole: of lists that are equal in both runs
// owed half: from-shape
program Count(d : list[bool]) : int {
  return count(d, true);
}

program Half(d : private list[bool]) : int {
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Count(s);
  return y;
}

claim whole : Count satisfies noninterference when any;

claim half : Half satisfies dp(0) when add_remove(d)
  from whole sampled 1/2
  check d in {[], [true]}
  expect refuted;
