// R15, 1.5: a loop without end where the bad event pays.
// truth: with x = true one run in ten does not end, and with x = false all do: to wait for it tells x.
// owed: terminates
program Waits(x : private bool) : int {
  b :=$ Flip(1/10) couple b{2} = b{1} cost 0 except b{1} slack 1/10;
  c := b && x;
  while (c)
    invariant ={c};
  {
    skip;
  }
  return 0;
}

claim small : Waits satisfies dp(0, 1/10) when any expect unknown;
