// The lecture's coins with the second one fair: the truth with probability p, else a fair coin. The masses are (1+p)/2
// and (1-p)/2, so that epsilon is ln((1+p)/(1-p)), and nothing smaller will do at any p.
program Biased(x : private bool, p : real) : bool
  requires 0 <= p && p < 1;
{
  b :=$ Flip(p);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim tight : Biased satisfies dp(ln((1 + p)/(1 - p))) when any;

// smaller by a factor of 1/100 in the ratio
claim smaller : Biased satisfies dp(ln(1 + 99/100*(2*p/(1 - p)))) when any expect refuted;

// smaller at one point only
claim smaller_at_a_point : Biased satisfies dp(if p = 1/3 then 0 else ln((1 + p)/(1 - p))) when any
  expect refuted;

// enough up to p = 1/2, where the ratio is 3
claim ln3 : Biased satisfies dp(ln(3)) when p <= 1/2;

claim ln3_everywhere : Biased satisfies dp(ln(3)) when any expect refuted;
