// Everybody answers by two fair coins: the truth, or the second coin.
program Survey(x : private list[bool]) : list[bool] {
  out := [];
  for i in 0 .. size(x)
    invariant ={out};
    // Only person k pays, and pays once.
    invariant cost <= (if i{1} > k then ln(3) else 0);
  {
    truth := x[i];
    joint {
      heads :=$ Flip(1/2);
      if (heads) { o := truth; } else { o :=$ Flip(1/2); }
      // Equal secrets have equal channels: the step is free for everybody else.
    } couple o{2} = o{1} cost (if i{1} = k then ln(3) else 0);
    out := out ++ [o];
  }
  return out;
}

claim one_person : Survey satisfies dp(ln(3)) when one_differs(x) at k;
