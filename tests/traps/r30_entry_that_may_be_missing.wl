// R30: a block reads an entry in one of its branches; nobody has shown that the list has one.
// truth: the claim holds of lists that are not empty; on the empty list the program fails.
// owed: index-out-of-range
program FirstAnswer(x : private list[bool]) : bool {
  joint {
    b :=$ Flip(1/2);
    if (b) { y := x[0]; } else { y :=$ Flip(1/2); }
  } couple y{2} = y{1};
  return y;
}

claim private : FirstAnswer satisfies dp(ln(3)) when any expect unknown;
