// R15, T9: what run 2 never draws is paid by slack, and with it the division by zero behind it.
// truth: with x = true one run in ten stops with an error.
// owed: division-by-zero
program Divides(x : private bool) : real {
  b :=$ Flip(if x then 1/10 else 0) couple b{2} = b{1} cost 0 slack 1/10;
  y := if b then 0 else 1;
  return 1/y;
}

claim small : Divides satisfies dp(0, 1/10) when x{1} != x{2} expect unknown;
