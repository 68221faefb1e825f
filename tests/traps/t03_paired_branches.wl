// T3, R4: the draw of one branch is paired with the draw of the other one, as if they were one
// sampling. They are two, with different coins.
// truth: x = 0 against x = 1: Pr1[res = true] = 1/4, Pr2[res = true] = 3/4.
// owed: guards-agree, results-equal
program TwoCoins(x : private int) : bool {
  if (x > 0) {
    b :=$ Flip(3/4) couple b{2} = b{1};
  } else {
    b :=$ Flip(1/4) couple b{2} = b{1};
  }
  return b;
}

claim private : TwoCoins satisfies noninterference when any check x in 0..1 expect refuted;
