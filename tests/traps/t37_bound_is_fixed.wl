// T37: the bound of a `for` is computed once. Here it is lowered in the first round, which changes
// nothing, so there are as many rounds as the secret says.
// truth: x = 2 against x = 3: Pr1[res = 2] = 1, Pr2[res = 2] = 0.
// owed: guards-agree, results-equal, invariant-kept
program Rounds(x : private int) : int
  requires x >= 1;
{
  n := x;
  c := 0;
  for i in 0 .. n
    invariant ={c} && c{1} <= 1 && cost = 0;
  {
    n := 0;
    c := c + 1;
  }
  return c;
}

claim private : Rounds satisfies noninterference when any check x in 2..3 expect refuted;
