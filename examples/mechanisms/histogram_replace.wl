// A histogram when one record is replaced, not added: it leaves bin k1 and enters bin k2.
// Both bins may move by 1, so the noise of histogram.wl now buys 2*eps, not eps.
// The relation names the two bins, and the invariant charges eps when each of them is passed.
program HistogramReplace(h : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(h{1});
    invariant cost <= (if i{1} > k1 then eps else 0) + (if i{1} > k2 then eps else 0);
    decreases size(h) - i;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    out := out ++ [h[i] + z];
    i := i + 1;
  }
  return out;
}

program HistogramReplaceInt(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(h{1});
    invariant cost <= (if i{1} > k1 then eps else 0) + (if i{1} > k2 then eps else 0);
    decreases size(h) - i;
  {
    t :=$ Clamp(DiscreteLaplace(1/eps, h[i]), 0, 2) couple t{2} = t{1};
    out := out ++ [t];
    i := i + 1;
  }
  return out;
}

claim private : HistogramReplace satisfies dp(2*eps)
  when exists k1.
    exists k2.
      size(h{1}) = size(h{2})
        && 0 <= k1
        && k1 < size(h{1})
        && 0 <= k2
        && k2 < size(h{1})
        && |h{1}[k1] - h{2}[k1]| <= 1
        && |h{1}[k2] - h{2}[k2]| <= 1
        && (forall j. 0 <= j && j < size(h{1}) && j != k1 && j != k2 ==> h{1}[j] = h{2}[j]);

claim integers : HistogramReplaceInt satisfies dp(2*eps)
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
  check size(h) = 3, h[_] in 0..1, eps = ln(2);
