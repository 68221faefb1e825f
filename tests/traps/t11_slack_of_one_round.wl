// T11, R5: every round of the loop spends some delta, and no invariant counts it.
// truth: n = 2, x = 0 against x = 1: two answers with sigma = 2 have delta(2) above 0.0073: it is 0.0090.
// owed: invariant-kept
program Repeat(x : private int, n : int) : list[int]
  requires n >= 0;
{
  r := [];
  for i in 0 .. n
    invariant ={r} && cost = i{1};
  {
    z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
    r := r ++ [x + z];
  }
  return r;
}

claim all : Repeat satisfies dp(n, 0.00725) when within(x, 1) expect unknown;
