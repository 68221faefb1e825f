// Two answers about one secret, with lies of probability p and q: epsilons add up.
// For all p and q at once:  prhl channel two_rounds.wl --open p --open q
program Twice(x : private bool, p : real, q : real) : (bool, bool)
  requires 0 < p && p <= 1/2 && 0 < q && q <= 1/2;
{
  a :=$ Flip(p);
  b :=$ Flip(q);
  return (x xor a, x xor b);
}

claim sum : Twice satisfies dp(ln((1 - p)/p) + ln((1 - q)/q)) when any;

claim twice_the_first : Twice satisfies dp(2*ln((1 - p)/p)) when any expect refuted;

claim twice_the_first_if_larger : Twice satisfies dp(2*ln((1 - p)/p)) when p <= q;

// what an observer who guesses can gain
claim total_variation : Twice satisfies dp(0, 1 - 2*min(p, q)) when any;
