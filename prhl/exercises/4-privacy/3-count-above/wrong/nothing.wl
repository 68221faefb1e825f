// How many values are above the threshold, with noise.
program CountAbove(d : private list[real], threshold : real, eps : real) : real
  requires eps > 0;
{
  c := 0;
  for i in 0 .. size(d)
    // How far are c{1} and c{2} apart when the values before i are counted? Only d[k] differs.
    invariant true;
  {
    c := c + (if d[i] > threshold then 1 else 0);
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim private : CountAbove satisfies dp(eps) when one_differs(d) at k;
