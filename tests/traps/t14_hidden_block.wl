// T14, R25, R30: the same with a block that is one step and no call.
// truth: true has probability 3/4 for x = true and 1/4 for x = false.
// owed: not-supported
program Block(x : private bool) : bool {
  joint {
    b :=$ Flip(1/2);
    c :=$ Flip(1/2);
    y := if b then x else c;
  } couple y{2} = y{1} cost ln(3);
  return y;
}

claim free : Block satisfies dp(0, 1/10) when any composed advanced(2, 1/10) check expect refuted;
