// R30: the block may leave the variable as it was, so that its old value is read, too.
// truth: y = false has probability 3/4 for x = false and 0 for x = true.
// owed: support
program Kept(x : private bool) : bool {
  y := x;
  joint {
    b :=$ Flip(1/4);
    if (b) { y := true; }
  } couple y{2} = y{1} cost ln(4);
  return y;
}

claim private : Kept satisfies dp(ln(4)) when any check expect refuted;
