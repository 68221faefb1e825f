// A budget that is a little less than the price, by a factor: no simpler power of the ratio is enough.
// truth: at p = q = 1/4 the outputs (false, false) have the ratio 9, and exp(99/100*2*ln(3)) < 9. With two open numbers
// that is not decided here, and left to the search.
program Twice(x : private bool, p : real, q : real) : (bool, bool)
  requires 0 < p && p <= 1/2 && 0 < q && q <= 1/2;
{
  a :=$ Flip(p);
  b :=$ Flip(q);
  return (x xor a, x xor b);
}

claim trap : Twice satisfies dp(99/100*(ln((1 - p)/p) + ln((1 - q)/q))) when any expect unknown;

claim right : Twice satisfies dp(101/100*(ln((1 - p)/p) + ln((1 - q)/q))) when any;
