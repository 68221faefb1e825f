// R28: the size of the sample is shown.
// truth: [true] shows a sample of size 1 with probability 1/2, [] never.
// lemma whole: of the whole list
// owed half: from-shape
program Count(d : private list[bool], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + count(d{1}, true) - count(d{2}, true);
  return count(d, true) + z;
}

program Half(d : private list[bool], eps : real) : (int, int)
  requires eps > 0;
{
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Count(s, eps);
  return (y, size(s));
}

claim whole : Count satisfies dp(eps) when add_remove(d);

claim half : Half satisfies dp(eps) when add_remove(d)
  from whole sampled 1/2
  check d in {[], [true]}, eps = ln(2)
  expect refuted;
