// A branch that is taken at one value of p only.
// truth: at p = 1/2 the secret is returned: probabilities 1 and 0.
program OnePoint(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  if (p = 1/2) { r := x; } else { r := false; }
  return r;
}

claim trap : OnePoint satisfies dp(0) when any expect refuted;
