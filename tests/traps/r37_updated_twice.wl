// R37: two lists that are updated in another order are not the same argument of a function.
// truth: x = [5, 5], i = 0, j = 1: the lists are [1, 0] and [1, 1], and f may tell them apart; then s is returned.
// owed: results-equal
program Asked(f : list[int] -> int, s : private int, x : list[int], i : int, j : int) : int
  requires 0 <= i && i < size(x) && 0 <= j && j < size(x);
{
  a := x;
  a[i] := 1;
  a[j] := i;
  b := x;
  b[j] := 1;
  b[i] := j;
  return if f(a) = f(b) then 0 else s;
}

claim same : Asked satisfies dp(0) when any expect unknown;
