// R28: the callee is told that its list is not empty, and a sample may be.
// truth: [] shows 2 for sure, and [true] only with probability 1/2.
// lemma whole: of lists that are not empty
// owed half: callee-requires
program Coin(d : private list[bool]) : int
  requires size(d) >= 1;
{
  r := 2;
  if (size(d) >= 1) {
    r :=$ Uniform(0..1) couple r{2} = r{1};
  }
  return r;
}

program Half(d : private list[bool]) : int {
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Coin(s);
  return y;
}

claim whole : Coin satisfies dp(0) when add_remove(d);

claim half : Half satisfies dp(0) when add_remove(d) from whole sampled 1/2 expect unknown;
