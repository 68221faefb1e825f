// The same in a budget: (2p - 1)/(2p - 1) is 1 but at p = 1/2, where it is nothing.
// truth: the budget is not defined at p = 1/2.
program Pole(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(if x then 1/2 else 1/4);
  return b;
}

claim trap : Pole satisfies dp(ln(2*(2*p - 1)/(2*p - 1))) when any expect unknown;
