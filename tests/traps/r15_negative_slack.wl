// R15: a step that costs more than it needs gives delta back, and the next one spends that.
// truth: x = true against x = false: b is true with probability 3/4 against 1/4, which at epsilon 1
// leaves 3/4 - exp(1)/4 = 0.0704, so that no delta is 0.
// owed: price
program Two(x : private bool) : (real, bool) {
  z :=$ Laplace(1) couple z{2} = z{1} cost 1 slack -1/2;
  b :=$ Flip(if x then 3/4 else 1/4) couple b{2} = b{1} cost 0 slack 1/2;
  return (z, b);
}

claim pure : Two satisfies dp(1) when any expect unknown;
