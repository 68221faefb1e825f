// Randomized response with two coins, Warner 1965; CMU 15-316, lecture 18: exactly ln(3).
// No injective coupling of the single coins is that cheap: three of the four outcomes of run 1 give
// the true answer, one of run 2 does. So the two coins are one step, priced by its exact channel.
// The first program has no annotation: its inputs and coins are finite, the channel decides.
program RandResp(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  return ans;
}

program RandRespJoint(x : private bool) : bool {
  joint {
    b :=$ Flip(1/2);
    if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  } couple ans{2} = ans{1} cost ln(3);
  return ans;
}

claim by_channel : RandResp satisfies dp(ln(3)) when any check;

claim by_joint : RandRespJoint satisfies dp(ln(3)) when any check;
