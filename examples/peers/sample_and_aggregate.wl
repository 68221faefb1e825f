// Sample and aggregate: any function at all of each of m blocks of records, clipped; then a noisy mean. One record is in
// one block, so that f may be as sensitive as it likes.
// Nissim, Raskhodnikova and Smith, Smooth sensitivity and sampling in private data analysis, STOC 2007.
// Annotated: that blocks without the record are equal, and so what f makes of them, is not found.
program SampleAndAggregate(
  d : private list[real],
  f : list[real] -> real,
  s : int,
  m : int,
  B : real,
  eps : real
) : real
  requires eps > 0 && B > 0;
  requires s > 0 && m > 0;
  requires size(d) = s*m;
{
  total := 0;
  for j in 0 .. m
    invariant |total{1} - total{2}| <= (if s*j{1} <= k then 0 else B);
  {
    block := [];
    for i in 0 .. s
      invariant size(block{1}) = i{1} && size(block{2}) = i{1};
      invariant forall h. 0 <= h < i{1} && s*j{1} + h != k ==> block{1}[h] = block{2}[h];
    {
      block := block ++ [d[s*j + i]];
    }
    total := total + max(0, min(B, f(block)));
  }
  z :=$ Laplace(B/(eps*m)) couple z{2} = z{1} + total{1}/m - total{2}/m;
  return total/m + z;
}

claim private : SampleAndAggregate satisfies dp(eps) when one_differs(d) at k;
