// Whether an end belongs to the region makes the difference.
// truth: at p = 1/4 the ratio is 3; for p > 1/4 it is less.
program Closed(x : private bool, p : real) : bool
  requires 1/4 <= p && p <= 1/2;
{
  b :=$ Flip(p);
  return x xor b;
}

claim trap : Closed satisfies dp(if p = 1/4 then ln(299/100) else ln(3)) when any expect refuted;

claim right : Closed satisfies dp(ln(3)) when any;

program Without(x : private bool, p : real) : bool
  requires 1/4 < p && p <= 1/2;
{
  b :=$ Flip(p);
  return x xor b;
}

claim without : Without satisfies dp(if p = 1/4 then 0 else ln(3)) when any;
