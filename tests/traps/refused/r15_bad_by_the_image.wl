// R15, T18: the bad event is one of run 2, and mentions what it draws.
// truth: with x = true the result is true with probability 1/2, and with x = false never.
// refused: couple-mentions-image
program Marked(x : private bool) : bool {
  bad :=$ Flip(1/2) couple bad{2} = bad{1} cost 0 except bad{2} slack 1/2;
  return bad && x;
}

claim small : Marked satisfies dp(0, 1/10) when any;
