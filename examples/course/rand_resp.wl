// Randomized response with two fair coins, CMU 15-316 lecture 18, theorem 4.
// No map of one coin at a time couples this program at ln(3); it needs no annotation, since its
// inputs and coins are finite and the channel decides. ln(2) is less than the ratio 3/4 to 1/4.
program RandResp(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim ln3 : RandResp satisfies dp(ln(3)) when any check;

claim ln2 : RandResp satisfies dp(ln(2)) when any check expect refuted;
