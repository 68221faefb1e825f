// The best of k models by noisy scores, each by a call. What is known of scores is known of the call.
// True: k scores at eps/k each; the comparison is of what is shown anyway.
program Score(d : private list[real], j : int, u : (list[real], int) -> real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return u((d, j)) + z;
}

program BestModel(d : private list[real], u : (list[real], int) -> real, k : int, eps : real) : int
  requires eps > 0;
  requires k >= 1;
{
  best := 0;
  top :=$ Score(d, 0, u, eps/k);
  for j in 1 .. k {
    s :=$ Score(d, j, u, eps/k);
    if (s > top) { best := j; top := s; }
  }
  return best;
}

claim private : BestModel satisfies dp(eps) when forall j. |u((d{1}, j)) - u((d{2}, j))| <= 1;
