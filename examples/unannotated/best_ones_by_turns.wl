// The k best of some candidates, one after the other: each turn is a noisy maximum over those that are left
// (peeling, as in Durfee and Rogers, NeurIPS 2019).
// True: each turn costs eps/k. Whether a candidate is left is the same in both runs, and -1 stands for none.
program BestLeft(score : private list[real], taken : list[int], eps : real) : int
  requires eps > 0;
{
  best := -1;
  top := 0;
  for i in 0 .. size(score) {
    z :=$ Laplace(2/eps);
    if (!mem(i, taken) && (best = -1 || score[i] + z > top)) { best := i; top := score[i] + z; }
  }
  return best;
}

program BestOnes(score : private list[real], k : int, eps : real) : list[int]
  requires eps > 0;
  requires k > 0;
{
  taken := [];
  for turn in 0 .. k {
    b :=$ BestLeft(score, taken, eps/k);
    taken := taken ++ [b];
  }
  return taken;
}

claim one_turn : BestLeft satisfies dp(eps) when all_within(score, 1);
claim all_turns : BestOnes satisfies dp(eps) when all_within(score, 1);
