// T10: an invariant that says that nothing has been spent, in a loop that spends.
// truth: n = 1, x = 0 against x = 1: n releases with noise of scale 1/eps cost n*eps, not 0.
// owed: invariant-kept
program Repeat(x : private int, n : int, eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for i in 0 .. n
    invariant ={out} && cost = 0;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
    out := out ++ [x + z];
  }
  return out;
}

claim free : Repeat satisfies dp(0) when within(x, 1) expect unknown;
