// T23: whether 42 is a sum of three cubes was open until 2019. No solver answers, and no answer is
// not a proof that the door stays shut.
// truth: a = -80538738812075974, b = 80435758145817515, c = 12602123297335631 open it: x = 0
// against x = 1, Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal, guards-agree
program Door(x : private int, a : int, b : int, c : int) : int {
  r := 0;
  if (a^3 + b^3 + c^3 = 42) { r := x; }
  return r;
}

claim private : Door satisfies noninterference when any
  check x in 0..1, a = -80538738812075974, b = 80435758145817515, c = 12602123297335631
  expect refuted;
