// Every sum after position k differs, so every release after it costs eps, not only one.
program RunningSum(d : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(d) = n;
{
  s := 0;
  out := [];
  for i in 0 .. n
    invariant ={out};
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    invariant cost <= (if i{1} > k then (i{1} - k)*eps else 0);
  {
    s := s + d[i];
    z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
    out := out ++ [s + z];
  }
  return out;
}

claim private : RunningSum satisfies dp(eps) when one_differs(d, 1) at k expect unknown;
