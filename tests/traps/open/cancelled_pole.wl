// A factor that vanishes must not be cancelled.
// truth: at p = 1/2 the program divides by zero; elsewhere the claim holds.
program Cancelled(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip((p - 1/2)*p/(p - 1/2));
  return b;
}

claim trap : Cancelled satisfies dp(0) when any expect unknown;
