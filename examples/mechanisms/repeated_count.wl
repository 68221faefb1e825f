// One count, answered n times with fresh discrete Laplace noise: the answers compose to n*eps, and
// the infinite channel of all answers together shows that this is exact. With a delta much
// less is enough: `prhl channel --measure delta-at=1` tells how much.
program RepeatedCount(c : private int, n : int, eps : real) : list[int]
  requires eps > 0;
  requires n >= 0;
{
  out := [];
  for i in 0 .. n
    invariant ={out};
    invariant cost <= i{1}*eps;
  {
    z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
    out := out ++ [c + z];
  }
  return out;
}

claim private : RepeatedCount satisfies dp(n*eps) when within(c, 1)
  check c in 0..1, n in {1, 2, 4}, eps in {1/2, ln(2)};
