// T3, R6: a loop whose number of rounds is the secret; "both runs are always in the same round".
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: guards-agree, results-equal
program Count(x : private int) : int
  requires x >= 0;
{
  i := 0;
  while (i < x)
    invariant ={i} && 0 <= i{1} && cost = 0;
    decreases x - i;
  {
    i := i + 1;
  }
  return i;
}

claim private : Count satisfies noninterference when any check x in 0..1 expect refuted;
