// A branch that is taken where two open numbers are equal.
// truth: at p = q = 1/2 the secret is returned: probabilities 1 and 0.
program Equal(x : private bool, p : real, q : real) : bool
  requires 0 < p && p < 1 && 0 < q && q < 1;
{
  if (p = q) { r := x; } else { r := false; }
  return r;
}

claim trap : Equal satisfies dp(0) when any expect refuted;
