// A histogram with noise in each bin. One person comes or goes: bin k moves by 1.
program Histogram(h : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h)
    invariant ={out};
    // What has been spent when the bins before i are released?
    invariant ?;
  {
    // What noise of run 2 gives both runs the same noisy bin?
    z :=$ Laplace(1/eps) couple ?;
    out := out ++ [h[i] + z];
  }
  return out;
}

claim one_person : Histogram satisfies dp(eps) when one_differs(h, 1) at k;
