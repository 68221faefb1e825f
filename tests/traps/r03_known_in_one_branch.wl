// R3: what is asserted in one branch is true there, and is used after both.
// truth: x = true against x = false: Pr1[res = true] = 1/2, Pr2[res = true] = 0.
// owed: results-equal
program OneBranch(x : private bool) : bool {
  b :=$ Flip(1/2) couple b{2} = b{1};
  y := !b && x;
  if (b) {
    assert ={y};
  }
  return y;
}

claim private : OneBranch satisfies dp(0) when any check expect refuted;
