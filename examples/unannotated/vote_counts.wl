// Who has the most votes, with noise on every count; one vote more or less.
// True: the counts differ for one candidate only, so that half of the budget would do.
program Vote(votes : private list[int], m : int, eps : real) : int
  requires eps > 0;
{
  best := 0;
  top := 0;
  for c in 0 .. m {
    n := count(x in votes if x = c);
    z :=$ Laplace(2/eps);
    if (c = 0 || n + z > top) { best := c; top := n + z; }
  }
  return best;
}

claim private : Vote satisfies dp(eps) when add_remove(votes);
claim replaced : Vote satisfies dp(eps) when one_differs(votes);
