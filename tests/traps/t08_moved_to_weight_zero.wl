// T8, R11: the image is one of the listed values, but its weight may be 0.
// truth: w = 0, x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0: no epsilon is enough.
// owed: support, price
program Swapped(x : private int, w : real) : int
  requires 0 <= w && w <= 1/2;
  requires 0 <= x && x <= 1;
{
  y :=$ Choice({0 @ 1 - w, 1 @ w})
    couple y{2} = (if x{1} = x{2} then y{1} else 1 - y{1})
    cost (if x{1} = x{2} then 0 else 50);
  return if x = 0 then y else 1 - y;
}

claim private : Swapped satisfies dp(50) when any check x in 0..1, w = 0 expect refuted;
