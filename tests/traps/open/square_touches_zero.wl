// A square is not positive where it is 0.
// truth: at p = 1/2 the secret is returned: probabilities 1 and 0.
program Square(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  if (4*p^2 - 4*p + 1 > 0) { r := false; } else { r := x; }
  return r;
}

claim trap : Square satisfies dp(0) when any expect refuted;
