// A histogram of whole counts with discrete Laplace noise in every bin, nothing cut off: every
// integer may be released in every bin. One bin moves by 1, so the price is eps, and the infinite
// channel of three bins shows that no less will do. For eps = 1 its weights are irrational.
program HistogramIntegers(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h)
    invariant ={out};
    invariant cost <= (if i{1} > k then eps else 0);
  {
    z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    out := out ++ [h[i] + z];
  }
  return out;
}

claim private : HistogramIntegers satisfies dp(eps) when one_differs(h, 1) at k
  check size(h) in 1..3, h[_] in {0, 1}, eps in {1, ln(2)};
