// R28: q times epsilon is claimed of a sample, which is too little.
// truth: [true] against [] at eps = ln(2): Pr[res >= 1] is 1/2 and 1/3, and 1/2 > exp(ln(2)/2) * 1/3 < 0.472.
// lemma whole: of the whole list
// owed half: from-budget
program Count(d : private list[bool], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count(d{1}, true) - count(d{2}, true);
  return count(d, true) + z;
}

program Half(d : private list[bool], eps : real) : int
  requires eps > 0;
{
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Count(s, eps);
  return y;
}

claim whole : Count satisfies dp(eps) when add_remove(d);

claim half : Half satisfies dp(eps/2) when add_remove(d)
  from whole sampled 1/2
  check d in {[], [true]}, eps = ln(2)
  expect refuted;
