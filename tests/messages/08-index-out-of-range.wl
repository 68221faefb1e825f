// The last round reads one position behind the end.
program Steps(d : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(d)
    invariant ={out} && cost = 0;
  {
    step := d[i + 1] - d[i];
    z :=$ Laplace(2/eps) couple z{2} = z{1} + step{1} - step{2};
    out := out ++ [step + z];
  }
  return out;
}

claim private : Steps satisfies dp(0) when d{1} = d{2} expect unknown;
