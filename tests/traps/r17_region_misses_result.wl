// R17: one output at a time, for outputs between 0 and 3; the program returns others.
// truth: x = 0 against x = 1: Pr1[res = 7] = 1, Pr2[res = 7] = 0.
// owed: output-region
program Outside(x : private int) : int {
  return if x > 0 then 8 else 7;
}

claim private : Outside satisfies noninterference when any
  pointwise o in 0..3
  check x in 0..1
  expect refuted;
