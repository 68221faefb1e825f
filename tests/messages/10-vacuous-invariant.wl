// The invariant says that the loop is over before it has begun: nothing is ever in the loop.
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
  requires size(d) >= 1;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i, s} && i{1} = size(d{1});
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1};
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d, 1) expect unknown;
