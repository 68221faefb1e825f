// R11: the weights of the two lists agree entry by entry, and so does the draw; but an element that
// stands twice has both weights.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1/2, Pr2[res = 0] = 1/4.
// owed: price, budget, support
program Entries(x : private int) : int
  requires 0 <= x && x <= 1;
{
  y :=$ Choice({0 @ 1/4, x @ 1/4, 1 @ 1/2}) couple y{2} = y{1} cost 0;
  return y;
}

claim private : Entries satisfies dp(0) when any check x in 0..1 expect refuted;
