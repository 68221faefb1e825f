// T17: an assertion where the two runs can only come one at a time. No pair of runs is ever there
// together, so it "always holds".
// truth: x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: assertion, guards-agree
program Mixed(x : private int) : int {
  r := 0;
  if (x > 0) {
    assert x{1} <= 0;
    r := 1;
  }
  return r;
}

claim private : Mixed satisfies noninterference when x{1} <= 0 <=> x{2} > 0
  check x in 0..1
  expect refuted;
