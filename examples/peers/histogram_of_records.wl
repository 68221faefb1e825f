// A histogram counted by a loop over the records, then noise for each bin: eps, since one record is in one bin.
// Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014, section 3.3; Fuzzi, ICFP 2019.
program Histogram(d : private list[int], m : int, eps : real) : list[real]
  requires eps > 0;
  requires m >= 1;
  requires forall j. 0 <= j && j < size(d) ==> 0 <= d[j] && d[j] < m;
{
  h := [];
  for a in 0 .. m {
    h := h ++ [0];
  }
  for i in 0 .. size(d) {
    h[d[i]] := h[d[i]] + 1;
  }
  out := [];
  for b in 0 .. m {
    z :=$ Laplace(1/eps);
    out := out ++ [h[b] + z];
  }
  return out;
}

claim private : Histogram satisfies dp(eps) when add_remove(d);
