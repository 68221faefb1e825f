// The share of yes in percent, from two counters with discrete Laplace noise, negative counts set to
// 0, and no answer where both are. True: a vote that changes moves each counter by at most 1, for eps
// each; all that follows is computed from the noisy counters.
program YesShare(votes : private list[bool], eps : real) : int
  requires eps > 0;
{
  y :=$ DiscreteLaplace(1/eps);
  n :=$ DiscreteLaplace(1/eps);
  yes := max(0, count(votes, true) + y);
  no := max(0, count(votes, false) + n);
  share := -1;
  if (yes + no > 0) { share := (100*yes) div (yes + no); }
  return share;
}

claim private : YesShare satisfies dp(2*eps) when one_differs(votes);
