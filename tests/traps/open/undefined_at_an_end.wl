// The budget ln((1-p)/p) is not defined at p = 0, which `requires` allows.
// truth: at p = 0 the answer is the secret: probabilities 1 and 0.
program Lie(x : private bool, p : real) : bool
  requires 0 <= p && p <= 1/2;
{
  b :=$ Flip(p);
  return x xor b;
}

claim trap : Lie satisfies dp(ln((1 - p)/p)) when any expect unknown;
