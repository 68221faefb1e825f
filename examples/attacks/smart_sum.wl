// Smart sum without the noise of the blocks, from the StatDP and CheckDP papers, with no annotation
// and no `check`. At the end of a block the exact sum of the block is seen: no epsilon is enough.
program NoBlockNoise(q : private list[int], M : int, eps : real) : list[int]
  requires eps > 0;
  requires M >= 1;
{
  pos := 0;
  next := 0;
  block := 0;
  out := [];
  for i in 0 .. size(q) {
    if (pos + 1 = M) {
      next := block + q[i];
      block := 0;
      pos := 0;
    } else {
      z :=$ DiscreteLaplace(1/eps);
      next := next + q[i] + z;
      block := block + q[i];
      pos := pos + 1;
    }
    out := out ++ [next];
  }
  return out;
}

program NoBlockNoiseReals(q : private list[real], M : int, eps : real) : list[real]
  requires eps > 0;
  requires M >= 1;
{
  pos := 0;
  next := 0;
  block := 0;
  out := [];
  for i in 0 .. size(q) {
    if (pos + 1 = M) {
      next := block + q[i];
      block := 0;
      pos := 0;
    } else {
      z :=$ Laplace(1/eps);
      next := next + q[i] + z;
      block := block + q[i];
      pos := pos + 1;
    }
    out := out ++ [next];
  }
  return out;
}

claim integers : NoBlockNoise satisfies dp(2*eps) when one_differs(q, 1) expect refuted;

claim reals : NoBlockNoiseReals satisfies dp(2*eps) when one_differs(q, 1) expect refuted;
