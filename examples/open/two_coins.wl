// Randomized response with two coins of bias p, CMU 15-316 lecture 18, section 2.1: the exercise "let p take an
// arbitrary value", for all 0 < p < 1 at once. "yes" has the masses 2p - p^2 and p - p^2, "no" has 1 - p + p^2 and
// (1-p)^2. The two ratios meet at p = 1/2, where both are 3:  prhl channel two_coins.wl --open p
program RandResp(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(p);
  if (b) { o := x; } else { o :=$ Flip(p); }
  return o;
}

claim two_pieces : RandResp satisfies dp(max(ln((p + (1 - p)^2)/(1 - p)^2), ln((2 - p)/(1 - p))))
  when any;

claim by_cases : RandResp satisfies dp(
  if p <= 1/2 then ln((2 - p)/(1 - p)) else ln((1 - p + p^2)/(1 - p)^2)
) when any;

// each piece by itself is too small on the other side of 1/2
claim yes_alone : RandResp satisfies dp(ln((2 - p)/(1 - p))) when any expect refuted;

claim no_alone : RandResp satisfies dp(ln((p + (1 - p)^2)/(1 - p)^2)) when any expect refuted;

// no number is enough for all p
claim constant : RandResp satisfies dp(5) when any expect refuted;

// a delta in place of an epsilon: the answer is the truth with probability p
claim total_variation : RandResp satisfies dp(0, p) when any;

claim too_small_a_delta : RandResp satisfies dp(0, p^2) when any expect refuted;
