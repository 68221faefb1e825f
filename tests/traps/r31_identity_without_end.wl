// R31, 1.5: a call with equal arguments is coupled by the identity, and the callee never returns. A privacy claim is
// about programs that end with probability 1.
// truth: the program has no output at all, for any input.
// owed: terminates
program Hang(n : int) : int {
  while (true) {
    skip;
  }
  return n;
}

program Ask(s : private bool) : int {
  y :=$ Hang(1) couple y{2} = y{1};
  return y;
}

claim same : Ask satisfies dp(1) when any expect unknown;
