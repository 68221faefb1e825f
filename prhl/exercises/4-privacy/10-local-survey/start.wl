// Everybody answers by two fair coins: the truth, or the second coin.
program Survey(x : private list[bool]) : list[bool] {
  out := [];
  for i in 0 .. size(x)
    invariant ={out};
    // What has been spent when the people before i have answered?
    invariant ?;
  {
    truth := x[i];
    joint {
      heads :=$ Flip(1/2);
      if (heads) { o := truth; } else { o :=$ Flip(1/2); }
      // What does the step of person i cost at most?
    } couple o{2} = o{1} cost ?;
    out := out ++ [o];
  }
  return out;
}

claim one_person : Survey satisfies dp(ln(3)) when one_differs(x) at k;
