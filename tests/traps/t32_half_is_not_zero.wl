// T32: 1/2 of integers is one half. Division with remainder makes it 0, and the two results equal.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Half(x : private int) : real
  requires 0 <= x && x <= 1;
{
  return x/2;
}

claim private : Half satisfies noninterference when any check x in 0..1 expect refuted;
