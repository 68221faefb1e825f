// R17: one output at a time, for outputs in a region that is empty: every obligation holds.
// truth: n = 0, x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: output-region
program Secret(x : private int, n : int) : int
  requires n <= 0;
{
  return x;
}

claim private : Secret satisfies noninterference when any
  pointwise o in 1..n
  check x in 0..1, n = 0
  expect refuted;
