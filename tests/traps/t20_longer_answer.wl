// T20: the answers agree wherever both have an entry; one of them is longer.
// truth: x = 0 against x = 1: Pr1[res = [7]] = 1, Pr2[res = [7]] = 0.
// owed: guards-agree, results-equal
program Answer(x : private int) : list[int] {
  out := [7];
  if (x > 0) { out := out ++ [7]; }
  return out;
}

claim private : Answer satisfies noninterference when any check x in 0..1 expect refuted;
