// Nothing says how far the two sums may be apart when the loop is left.
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d, 1) at k expect unknown;
