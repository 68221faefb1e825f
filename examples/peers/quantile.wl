// A quantile by the exponential mechanism: a candidate scores the better, the more evenly it divides the records.
// After Smith, Privacy-preserving statistical estimation with optimal convergence rates, STOC 2011.
program Quantile(d : private list[real], c : list[real], eps : real) : int
  requires eps > 0;
  requires size(c) >= 1;
{
  scores := [];
  for j in 0 .. size(c) {
    below := 0;
    for i in 0 .. size(d) {
      if (d[i] < c[j]) { below := below + 1; } else { below := below - 1; }
    }
    scores := scores ++ [-|below|];
  }
  r :=$ ExpMech(eps, scores);
  return r;
}

claim median : Quantile satisfies dp(eps) when add_remove(d);
