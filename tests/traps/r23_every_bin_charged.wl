// R23: a histogram where one bin moves, and every bin is charged.
// truth: the claim holds; the annotation is wrong: the cost is eps at bin k and 0 elsewhere.
// owed: invariant-kept
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
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}] cost eps;
    out := out ++ [h[i] + z];
    i := i + 1;
  }
  return out;
}

claim private : Histogram satisfies dp(eps) when one_differs(h, 1) at k expect unknown;
