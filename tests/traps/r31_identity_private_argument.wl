// R31, R12: a call is coupled by the identity, and its private argument differs.
// truth: s = false against s = true: Pr[res = true] is 0 and 1.
// owed: same-arguments
program Tell(s : private bool) : bool {
  return s;
}

program Ask(s : private bool) : bool {
  y :=$ Tell(s) couple y{2} = y{1};
  return y;
}

claim same : Ask satisfies dp(1) when any check expect refuted;
