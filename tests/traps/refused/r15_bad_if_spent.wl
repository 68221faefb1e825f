// R15, T10: the bad event reads what has been spent.
// truth: with x = true the result is true with probability 1/2, and with x = false never.
// refused: ghost-not-here
program Marked(x : private bool) : bool {
  bad :=$ Flip(1/2) couple bad{2} = bad{1} cost 0 except cost > 0 slack 0;
  return bad && x;
}

claim small : Marked satisfies dp(0, 1/10) when any;
