// A budget that is no logarithm has a bound from below: the first terms of the series of exp.
// truth: at p = 1/2 the masses of `false` are 1/2 and 7/16, and 1/2 > exp(1/16)*7/16.
program Series(x : private bool, p : real) : bool
  requires 0 <= p && p < 1;
{
  b :=$ Flip(if x then 1/2 else 1/2 + p^2/4);
  return b;
}

claim trap : Series satisfies dp(p^2/4) when any expect refuted;

claim right : Series satisfies dp(2*p^2) when any;
