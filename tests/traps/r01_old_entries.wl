// R1: a list that is changed many times has many values, and a variable has the last of them. One name for
// all of them makes the first what the last is, or an entry what it was before.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Entries(x : private int) : int {
  a := [
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    x - x,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0
  ];
  a[1] := a[2] + a[3];
  a[2] := a[1] + x;
  return a[2];
}

claim private : Entries satisfies noninterference when any check x in 0..1 expect refuted;
