// R33, R24: the record that one list has more is added as it is, and the noise is that of a clipped one.
// truth: d = [2] and d = [] have shift 2 and epsilon 2*eps; with larger records there is no bound.
// owed: budget, invariant-kept
program Sums(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  i := 0;
  while (i < size(d))
    alone 1 when size(d{1}) > size(d{2}) && i{1} = k;
    alone 2 when size(d{2}) > size(d{1}) && i{2} = k;
    invariant 0 <= i{1} && i{1} <= size(d{1}) && 0 <= i{2} && i{2} <= size(d{2});
    invariant size(d{1}) > size(d{2}) ==> i{2} = (if i{1} > k then i{1} - 1 else i{1});
    invariant size(d{2}) > size(d{1}) ==> i{1} = (if i{2} > k then i{2} - 1 else i{2});
    invariant size(d{1}) > size(d{2}) ==> s{1} - s{2} = (if i{1} > k then d{1}[k] else 0);
    invariant size(d{2}) > size(d{1}) ==> s{2} - s{1} = (if i{2} > k then d{2}[k] else 0);
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Sums satisfies dp(eps) when add_remove(d) at k
  check d in {[], [2]}, eps = 1
  expect refuted;
