// The relation lets the one record that differs differ by any amount.
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  for i in 0 .. size(d)
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d) at k expect unknown;
