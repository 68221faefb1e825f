// T33, T20: the test d = [0] on lists of zeros. Without the sizes, or with every position beyond the
// end taken for 0, [0] and [0, 0] are equal.
// truth: d = [0] against [0, 0]: Pr1[res = 1] = 1, Pr2[res = 1] = 0.
// owed: results-equal, guards-agree
program Single(d : private list[int]) : int
  requires forall j. 0 <= j && j < size(d) ==> d[j] = 0;
{
  if (d = [0]) { r := 1; } else { r := 0; }
  return r;
}

claim private : Single satisfies noninterference when size(d{1}) >= 1 && size(d{2}) >= 1
  check d in {[0], [0, 0]}
  expect refuted;
