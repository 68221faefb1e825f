// T16, R23: a record leaves one bin of a histogram and enters another. The invariant charges for the
// bin that it leaves, as if bins were records.
// truth: h = [1, 0] against [0, 1]: both bins move, so the cost is 2*eps; in the twin, cut to 0..1,
// eps = ln(2): Pr1[res = [1, 0]] = 4/9, Pr2[res = [1, 0]] = 1/9.
// owed private: invariant-kept
// owed cut: invariant-kept, not-supported
program Histogram(h : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(h{1});
    invariant cost <= (if i{1} > k1 then eps else 0);
    decreases size(h) - i;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    out := out ++ [h[i] + z];
    i := i + 1;
  }
  return out;
}

program HistogramCut(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(h{1});
    invariant cost <= (if i{1} > k1 then eps else 0);
    decreases size(h) - i;
  {
    t :=$ Clamp(DiscreteLaplace(1/eps, h[i]), 0, 1) couple t{2} = t{1};
    out := out ++ [t];
    i := i + 1;
  }
  return out;
}

claim private : Histogram satisfies dp(eps)
  when exists k1.
    exists k2.
      size(h{1}) = size(h{2})
        && 0 <= k1
        && k1 < size(h{1})
        && 0 <= k2
        && k2 < size(h{1})
        && |h{1}[k1] - h{2}[k1]| <= 1
        && |h{1}[k2] - h{2}[k2]| <= 1
        && (forall j. 0 <= j && j < size(h{1}) && j != k1 && j != k2 ==> h{1}[j] = h{2}[j])
  expect unknown;

claim cut : HistogramCut satisfies dp(eps)
  when exists k1.
    exists k2.
      size(h{1}) = size(h{2})
        && 0 <= k1
        && k1 < size(h{1})
        && 0 <= k2
        && k2 < size(h{1})
        && |h{1}[k1] - h{2}[k1]| <= 1
        && |h{1}[k2] - h{2}[k2]| <= 1
        && (forall j. 0 <= j && j < size(h{1}) && j != k1 && j != k2 ==> h{1}[j] = h{2}[j])
  check size(h) = 2, h[_] in 0..1, eps = ln(2)
  expect refuted;
