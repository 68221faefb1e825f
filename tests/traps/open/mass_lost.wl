// A run that never ends has no output, and what has no output has no ratio.
// truth: for x = true the program ends with probability 1 - p only.
program Lost(x : private bool, p : real) : bool
  requires 0 < p && p < 1;
{
  b :=$ Flip(p);
  while (x && b) { skip; }
  return b;
}

claim trap : Lost satisfies dp(0) when x{1} = x{2} expect unknown;
