// R15: the bad event is twice as likely as the slack that pays for it.
// truth: (true, true) has probability 1/1000 for x = true and 0 for x = false.
// owed: price
program Catastrophe(x : private bool) : (bool, bool) {
  bad :=$ Flip(1/1000) couple bad{2} = bad{1} cost 0 except bad{1} slack 1/2000;
  return (bad, bad && x);
}

claim small : Catastrophe satisfies dp(0, 1/2000) when any check expect refuted;
