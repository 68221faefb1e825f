// R34: states that are told apart by their variables alone: what was leaked on the way belongs to them.
// truth: x = true leaks true in its first round, x = false never does: epsilon infinite.
// owed: leaks-equal, guards-agree, missing-coupling
program Leaky(x : private bool) {
  c := false;
  while (!c) {
    leak x;
    c :=$ Flip(1/2);
  }
}

claim private : Leaky satisfies dp(1) when any expect refuted check;
