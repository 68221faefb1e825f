// A mass that is 0 at one value of p: an output that one input shows and the other does not.
// truth: at p = 1/2 the masses of `true` are 0 and 1/4.
program Support(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(if x then 1/4 else (if p = 1/2 then 0 else 1/4));
  return b;
}

claim trap : Support satisfies dp(0) when any expect refuted;
