// Histograms, Privacy Engineering week 4. Every user counts in one bucket, so adding or removing
// one user moves one count by 1, and noise of scale 1/eps in each bucket costs eps in all.
// The second program is the way of the slide before: it splits the budget over the m buckets,
// which would also cover a user who moves every count, and needs m times the noise.
program Histogram(h : private list[int], eps : real) : list[real]
  requires eps > 0;
{
  r := [];
  for i in 0 .. size(h)
    invariant ={r} && cost <= (if i{1} > k then eps else 0);
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    r := r ++ [h[i] + z];
  }
  return r;
}

claim one_bucket_moves : Histogram satisfies dp(eps) when one_differs(h, 1) at k;

program HistogramSplit(h : private list[int], m : int, eps : real) : list[real]
  requires eps > 0;
  requires m >= 1;
  requires size(h) = m;
{
  r := [];
  for i in 0 .. m
    invariant ={r} && cost <= i{1}*(eps/m);
  {
    z :=$ Laplace(m/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}] cost eps/m;
    r := r ++ [h[i] + z];
  }
  return r;
}

claim budget_is_split : HistogramSplit satisfies dp(eps) when all_within(h, 1);

program HistogramOnGrid(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  r := [];
  for i in 0 .. size(h)
    invariant ={r} && cost <= (if i{1} > k then eps else 0);
  {
    y :=$ Clamp(DiscreteLaplace(1/eps, h[i]), 0, 2) couple y{2} = y{1};
    r := r ++ [y];
  }
  return r;
}

claim one_bucket_moves_on_grid : HistogramOnGrid satisfies dp(eps) when one_differs(h, 1) at k
  check size(h) in 1..3, h[_] in 0..2, eps = ln(2);
