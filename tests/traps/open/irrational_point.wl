// The same at p = sqrt(1/2), which is no rational number: no witness can name it.
// truth: at p = sqrt(1/2) the secret is returned: probabilities 1 and 0.
program Irrational(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  if (p*p = 1/2) { r := x; } else { r := false; }
  return r;
}

claim trap : Irrational satisfies dp(0) when any expect unknown;
