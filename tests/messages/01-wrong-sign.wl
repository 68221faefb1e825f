// The noise of run 2 moves the wrong way: the difference doubles instead of vanishing.
program Release(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{2} - x{1};
  return x + z;
}

claim private : Release satisfies dp(eps) when within(x, 1) expect unknown;
