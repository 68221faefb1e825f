// Randomized response with two coins of one bias: the truth, or what the second coin shows.
program RandResp(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  heads :=$ Flip(p);
  if (heads) { o := x; } else { o :=$ Flip(p); }
  return o;
}

// The smallest epsilon, in terms of p.
answer epsilon = ln((1 - p + p^2)/(1 - p)^2);

// The bias at which a "yes" and a "no" tell equally much.
answer cut = 1/2;

claim every_p : RandResp satisfies dp(epsilon) when any;

// a tenth less is not enough, neither here nor there
claim no_less_at_a_third : RandResp satisfies dp(9/10*epsilon) when p = 1/3 expect refuted;

claim no_less_at_three_quarters : RandResp satisfies dp(9/10*epsilon) when p = 3/4
  expect refuted;
