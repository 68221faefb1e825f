// A loop that ends with probability 1 for p < 1 and never for p = 1.
// truth: at p = 1 and x = true the program does not end.
program Luck(x : private bool, p : real) : bool
  requires 0 <= p && p <= 1;
{
  b := x;
  while (b) {
    b :=$ Flip(p);
  }
  return b;
}

claim trap : Luck satisfies dp(0) when any expect unknown;
