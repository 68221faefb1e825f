// R30: the first coin of a joint block is used after it, as if it were coupled like the answer.
// truth: (b, ans) = (true, true) has probability 1/2 for x = true and 0 for x = false.
// owed: results-equal
program Both(x : private bool) : (bool, bool) {
  joint {
    b :=$ Flip(1/2);
    if (b) { ans := x; } else { ans :=$ Flip(1/2); }
  } couple ans{2} = ans{1} cost ln(3);
  return (b, ans);
}

claim private : Both satisfies dp(ln(3)) when any check expect refuted;
