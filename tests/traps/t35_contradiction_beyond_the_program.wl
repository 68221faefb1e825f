// T35, T17: every entry is positive, and some entry is not. The contradiction is between two
// quantified formulas about positions that the program never reads.
// truth: the claim holds of no input at all, and the answer must say so.
// owed: vacuous
program Secret(x : private int, d : list[int]) : int
  requires forall j. 0 <= j && j < size(d) ==> d[j] > 0;
  requires exists j. 0 <= j && j < size(d) && d[j] < 0;
{
  return x;
}

claim private : Secret satisfies noninterference when any;
