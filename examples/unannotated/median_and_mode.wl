// A median among candidates, and the most frequent value, by the exponential mechanism.
// True: one record more moves how uneven a candidate splits the data by 1, half of which is its score; and it makes
// counts grow only, so that half of the budget will do.
program Median(d : private list[int], candidates : list[int], eps : real) : int
  requires eps > 0;
  requires size(candidates) > 0;
{
  scores := [];
  for c in 0 .. size(candidates) {
    below := 0;
    above := 0;
    for i in 0 .. size(d) {
      if (d[i] < candidates[c]) {
        below := below + 1;
      } else if (d[i] > candidates[c]) {
        above := above + 1;
      }
    }
    scores := scores ++ [-abs(below - above)/2];
  }
  r :=$ ExpMech(eps, scores);
  return candidates[r];
}

program Mode(d : private list[int], k : int, eps : real) : int
  requires eps > 0;
  requires k >= 1;
{
  scores := [];
  for v in 0 .. k {
    scores := scores ++ [count(d, v)];
  }
  m :=$ ExpMech(eps, scores);
  return m;
}

claim median : Median satisfies dp(eps/2) when add_remove(d);
claim replaced : Median satisfies dp(eps) when one_differs(d);
claim mode : Mode satisfies dp(eps/2) when add_remove(d);
claim quarter : Mode satisfies dp(eps/4) when add_remove(d) expect refuted;
