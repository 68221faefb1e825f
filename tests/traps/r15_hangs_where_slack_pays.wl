// R15, 1.5: what run 2 never draws is paid by slack, and with it the loop without end behind it.
// truth: with x = true one run in ten does not end, and to wait for it tells x.
// owed: terminates
program Waits(x : private bool) : int {
  b :=$ Flip(if x then 1/10 else 0) couple b{2} = b{1} cost 0 slack 1/10;
  while (b)
    invariant ={b};
  {
    skip;
  }
  return 0;
}

claim small : Waits satisfies dp(0, 1/10) when x{1} != x{2} expect unknown;
