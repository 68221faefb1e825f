// exp(1) is known by bounds: for a budget the lower one counts.
// truth: next to the least p the ratio is above exp(1), by less than 10^-20.
program Rounded(x : private bool, p : real) : bool
  requires 268941421369995120748644146244/10^30 < p && p <= 1/2;
{
  b :=$ Flip(p);
  return x xor b;
}

claim trap : Rounded satisfies dp(1) when any expect unknown;
