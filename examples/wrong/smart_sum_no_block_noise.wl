// Smart sum whose block sums are released without noise, from the StatDP and CheckDP papers.
// At a block's end the exact sum of the block is seen, so that two lists with different sums are
// told apart with certainty: no epsilon is enough.
program SmartSumNoBlockNoise(q : private list[int], M : int, eps : real) : list[int]
  requires eps > 0;
  requires M >= 1;
{
  i := 0;
  pos := 0;
  next := 0;
  block := 0;
  out := [];
  while (i < size(q))
    decreases size(q) - i;
  {
    if (pos + 1 = M) {
      next := block + q[i];
      block := 0;
      pos := 0;
    } else {
      t :=$ Clamp(DiscreteLaplace(1/eps, q[i]), 0, 1);
      next := next + t;
      block := block + q[i];
      pos := pos + 1;
    }
    out := out ++ [next];
    i := i + 1;
  }
  return out;
}

claim private : SmartSumNoBlockNoise satisfies dp(2*eps) when one_differs(q, 1)
  check size(q) = 2, q[_] in {0, 1}, M = 2, eps = ln(2)
  expect refuted;
