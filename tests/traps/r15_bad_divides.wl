// R15, T9: a run-time error where the bad event pays.
// truth: one run in ten stops with an error, whatever x is.
// owed: division-by-zero
program Divides(x : private bool) : real {
  b :=$ Flip(1/10) couple b{2} = b{1} cost 0 except b{1} slack 1/10;
  y := if b then 0 else 1;
  return 1/y;
}

claim small : Divides satisfies dp(0, 1/10) when any expect unknown;
