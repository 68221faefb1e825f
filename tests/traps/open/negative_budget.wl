// A budget that is negative where nobody is related.
// truth: at p = 3/4 the budget is -ln(3); no inputs are related there.
program Negative(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(p);
  return x xor b;
}

claim trap : Negative satisfies dp(ln((1 - p)/p)) when x{1} != x{2} && p < 1/3 expect unknown;
