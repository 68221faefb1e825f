// A probability above 1 for small p.
// truth: at p = 1/8 the coin has the probability 2.
program Error(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(1/(4*p));
  return b;
}

claim trap : Error satisfies dp(0) when any expect unknown;
