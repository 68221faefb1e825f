// A histogram with Laplace noise in every bin, Dwork, McSherry, Nissim and Smith, TCC 2006;
// the DP lecture of Imperial College. Adding or removing a record moves one bin by 1.
// Parallel composition by coupling: the noise of run 2 cancels what differs, only bin k costs: eps.
program Histogram(h : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(h{1});
    invariant cost <= (if i{1} > k then eps else 0);
    decreases size(h) - i;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    out := out ++ [h[i] + z];
    i := i + 1;
  }
  return out;
}

program HistogramInt(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(h{1});
    invariant cost <= (if i{1} > k then eps else 0);
    decreases size(h) - i;
  {
    t :=$ Clamp(DiscreteLaplace(1/eps, h[i]), 0, 2) couple t{2} = t{1};
    out := out ++ [t];
    i := i + 1;
  }
  return out;
}

claim private : Histogram satisfies dp(eps) when one_differs(h, 1) at k;

claim integers : HistogramInt satisfies dp(eps) when one_differs(h, 1) at k
  check size(h) = 2, h[_] in 0..2, eps in {1/2, ln(2)};
