// T25: a sampling in a loop is one statement and many draws; it is paid for once.
// truth: n = 2, x = 0 against x = 1: every one of the n answers costs eps.
// owed: invariant-kept
program Answers(x : private int, n : int, eps : real) : list[real]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < n)
    invariant ={i, out} && 0 <= i{1} && cost <= eps;
    decreases n - i;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2} cost eps;
    out := out ++ [x + z];
    i := i + 1;
  }
  return out;
}

claim once : Answers satisfies dp(eps) when within(x, 1) expect unknown;
