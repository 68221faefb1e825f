// A histogram with noise in each bin. One person comes or goes: bin k moves by 1.
program Histogram(h : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h)
    invariant ={out};
    // Rounds in which nothing differs shift by 0, for nothing. Only bin k pays, and it pays once.
    invariant cost <= (if i{1} > k then eps else 0);
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    out := out ++ [h[i] + z];
  }
  return out;
}

claim one_person : Histogram satisfies dp(eps) when one_differs(h, 1) at k;
