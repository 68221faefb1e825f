// Releasing the mean of some data, BU CS 599: the program before any noise is added.
// A deterministic program that looks at its data is private for no epsilon: two neighbours with
// different means are told apart with certainty. The parameter eps is there for the claim only.
program Mean(d : private list[real], eps : real) : real
  requires eps > 0;
  requires size(d) >= 1;
{
  i := 0;
  s := 0;
  while (i < size(d))
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  return s/i;
}

claim exact_mean : Mean satisfies dp(eps) when one_differs(d, 1)
  check size(d) = 2, d[_] in {0, 1}, eps in {1, 10}
  expect refuted;
