// R28: the stated rate is not that of the coin.
// truth: [true] against [] at eps = ln(2): Pr[res >= 1] is 1/2 and 1/3, and 1/2 > 5/4 * 1/3.
// lemma whole: of the whole list
// owed half: from-shape
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

claim half : Half satisfies dp(ln(1 + (exp(eps) - 1)/4)) when add_remove(d)
  from whole sampled 1/4
  check d in {[], [true]}, eps = ln(2)
  expect refuted;
