// R15, R30: a joint block at a slack that is less than what its channel leaves over.
// truth: (true, true) has probability 1/1000 for x = true and 0 for x = false.
// owed: price
program Catastrophe(x : private bool) : (bool, bool) {
  joint {
    bad :=$ Flip(1/1000);
    if (bad) {
      ans := x;
    } else {
      b :=$ Flip(1/2);
      if (b) { ans := x; } else { ans :=$ Flip(1/2); }
    }
    y := (bad, ans);
  } couple y{2} = y{1} cost ln(3) slack 1/2000;
  return y;
}

claim small : Catastrophe satisfies dp(ln(3), 1/2000) when any check expect refuted;
