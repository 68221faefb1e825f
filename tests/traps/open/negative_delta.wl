// A delta that is negative somewhere, and an epsilon that is large enough there.
// truth: at p = 1/4 delta is -1/4; a negative delta is no budget.
program NegativeDelta(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(1/2);
  return b;
}

claim trap : NegativeDelta satisfies dp(5, p - 1/2) when x{1} != x{2} && p > 1/2 expect unknown;
