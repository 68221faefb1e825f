// A tree of partial sums, level by level: blocks of width 1, 2, 4 and so on, for range queries.
// After Hay et al., VLDB 2010, and Chan, Shi and Song 2011. What is left over at the end of a level
// is dropped. True: on each level an entry lies in one block at most, so a level costs eps.
program TreeSums(d : private list[real], levels : int, eps : real) : list[real]
  requires eps > 0;
  requires levels >= 0;
{
  out := [];
  width := 1;
  for level in 0 .. levels {
    s := 0;
    filled := 0;
    for i in 0 .. size(d) {
      s := s + d[i];
      filled := filled + 1;
      if (filled = width) {
        z :=$ Laplace(1/eps);
        out := out ++ [s + z];
        s := 0;
        filled := 0;
      }
    }
    width := 2*width;
  }
  return out;
}

claim private : TreeSums satisfies dp(levels*eps) when one_differs(d, 1);
