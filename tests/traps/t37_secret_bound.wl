// T37, T3: a `for` up to the secret. That i is equal in both runs is known only where the bounds are.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: guards-agree, results-equal
program Rounds(x : private int) : int
  requires x >= 0;
{
  c := 0;
  for i in 0 .. x
    invariant ={c} && c{1} = i{1} && cost = 0;
  {
    c := c + 1;
  }
  return c;
}

claim private : Rounds satisfies noninterference when any check x in 0..1 expect refuted;
