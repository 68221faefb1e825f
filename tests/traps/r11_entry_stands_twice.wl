// R11: looked up entry by entry, the first entry of each element has the same weight in both runs;
// but an element that stands twice has both weights.
// truth: x = 0 against x = 1: Pr1[res = 0] = 3/4, Pr2[res = 0] = 1/2.
// owed: price
program Twice(x : private int) : int
  requires 0 <= x && x <= 1;
{
  y :=$ Choice({0 @ 1/2, x @ 1/4, 1 @ 1/4}) couple y{2} = y{1} cost 0;
  return y;
}

claim private : Twice satisfies dp(0) when any check x in 0..1 expect refuted;
