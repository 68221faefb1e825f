// Sample and aggregate: any function at all of each of m blocks of records, clipped; then a noisy mean. One record is in
// one block, so that f may be as sensitive as it likes.
// Nissim, Raskhodnikova and Smith, Smooth sensitivity and sampling in private data analysis, STOC 2007.
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
  for j in 0 .. m {
    block := [];
    for i in 0 .. s {
      block := block ++ [d[s*j + i]];
    }
    total := total + max(0, min(B, f(block)));
  }
  z :=$ Laplace(B/(eps*m));
  return total/m + z;
}

claim private : SampleAndAggregate satisfies dp(eps) when one_differs(d);
