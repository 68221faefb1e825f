// T18, R10: the index is moved on before the noise is drawn, and the coupling was written as if it
// were not: it cancels the difference of the next element.
// truth: the claim holds; the annotation is wrong: the element that is released is d[i - 1].
// owed: invariant-kept, results-equal
program Release(d : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(d))
    invariant ={i, out} && 0 <= i{1} && i{1} <= size(d{1});
    invariant cost <= (if i{1} > k then eps else 0);
    decreases size(d) - i;
  {
    y := d[i];
    i := i + 1;
    z :=$ Laplace(1/eps) couple z{2} = z{1} + d{1}[i{1}] - d{2}[i{1}];
    out := out ++ [y + z];
  }
  return out;
}

claim private : Release satisfies dp(eps) when one_differs(d, 1) at k expect unknown;
