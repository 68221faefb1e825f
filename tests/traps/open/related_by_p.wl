// Which inputs are related depends on p.
// truth: at p = 1/4 the two inputs are related, and the ratio is 3.
program Related(x : private bool, p : real) : bool
  requires 0 < p && p < 1/2;
{
  b :=$ Flip(p);
  return x xor b;
}

claim trap : Related satisfies dp(ln(2)) when x{1} = x{2} || p <= 1/4 expect refuted;

claim right : Related satisfies dp(ln(3)) when x{1} = x{2} || p >= 1/4;
