// R28: the cited claim speaks of lists of one size, and samples differ by an entry more or less.
// truth: [true] shows 0 with probability 1/8, [] never.
// lemma whole: of lists of one size
// owed half: callee-relation
program First(d : private list[bool]) : int {
  r := 2;
  if (size(d) > 0) {
    b :=$ Flip(1/4) couple b{2} = b{1} xor d{1}[0] xor d{2}[0];
    r := if d[0] xor b then 1 else 0;
  }
  return r;
}

program Half(d : private list[bool]) : int {
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ First(s);
  return y;
}

claim whole : First satisfies dp(ln(3)) when one_differs(d);

claim half : Half satisfies dp(ln(2)) when add_remove(d)
  from whole sampled 1/2
  check d in {[], [true]}
  expect refuted;
