// R30: a block draws the position at which it reads; before the block the position is another one, at which
// the two lists are equal.
// truth: false. The entry at 1 is shown with probability 1/2, and the two may differ.
// owed: joint-block
program OneOfTwo(x : private list[bool]) : bool
  requires size(x) = 2;
{
  i := 0;
  joint {
    i :=$ Uniform(0..1);
    y := x[i];
  } couple y{2} = y{1};
  return y;
}

claim private : OneOfTwo satisfies dp(0) when x{1}[0] = x{2}[0] check size(x) = 2 expect refuted;
