// Randomized response with two coins of one bias: the truth, or what the second coin shows.
program RandResp(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  heads :=$ Flip(p);
  if (heads) { o := x; } else { o :=$ Flip(p); }
  return o;
}

// "Yes" has 2*p - p^2 against p - p^2, "no" has 1 - p + p^2 against (1 - p)^2; the larger ratio counts.
answer epsilon = max(ln((2 - p)/(1 - p)), ln((1 - p + p^2)/(1 - p)^2));

// (2 - p)*(1 - p) = 1 - p + p^2 leaves 2 - 3*p = 1 - p. Both ratios are 3 there: the coins of the lecture.
answer cut = 1/2;

claim every_p : RandResp satisfies dp(epsilon) when any;

// a tenth less is not enough, neither here nor there
claim no_less_at_a_third : RandResp satisfies dp(9/10*epsilon) when p = 1/3 expect refuted;

claim no_less_at_three_quarters : RandResp satisfies dp(9/10*epsilon) when p = 3/4 expect refuted;
