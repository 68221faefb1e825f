// Randomized response with two coins, CMU 15-316, lecture 18, claimed to be dp(ln(2)).
// The truth is told with probability 3/4, the lie with 1/4: the ratio is 3, not 2.
program RandRespLn2(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  return ans;
}

claim private : RandRespLn2 satisfies dp(ln(2)) when any check expect refuted;
