// Randomized response with two coins, claimed to cost ln(2), with no annotation and no `check`: the
// truth is told with probability 3/4 and not with 2/3. The same for n people, one of whom changes.
program TwoCoins(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  return ans;
}

program Survey(x : private list[bool]) : list[bool] {
  out := [];
  for i in 0 .. size(x) {
    b :=$ Flip(1/2);
    if (b) { ans := x[i]; } else { ans :=$ Flip(1/2); }
    out := out ++ [ans];
  }
  return out;
}

claim one : TwoCoins satisfies dp(ln(2)) when any expect refuted;

claim many : Survey satisfies dp(ln(2)) when one_differs(x) expect refuted;
