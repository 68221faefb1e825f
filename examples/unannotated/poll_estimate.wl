// A poll by randomized response that shows only the corrected share of yes: everyone lies with
// probability 1/(1 + exp(eps)), and the pollster takes the lies out of the count on average.
// True: each answer is eps-private and only one of them changes; the share is computed from them.
program PollEstimate(votes : private list[bool], eps : real) : real
  requires eps > 0;
{
  p := 1/(1 + exp(eps));
  yes := 0;
  for i in 0 .. size(votes) {
    lie :=$ Flip(p);
    if (votes[i] xor lie) { yes := yes + 1; }
  }
  return (yes - p*size(votes))/(1 - 2*p);
}

claim private : PollEstimate satisfies dp(eps) when one_differs(votes);
