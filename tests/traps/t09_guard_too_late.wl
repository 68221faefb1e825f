// T9: the test that n is not 0 stands behind the division it should protect; && looks at its left
// side first.
// truth: n = 0 divides by zero: the program fails there. With the two tests exchanged all is well.
// owed: division-by-zero
program Majority(x : private int, s : int, n : int) : bool {
  r := false;
  if (2*s/n > 1 && n != 0) { r := true; }
  return r;
}

claim private : Majority satisfies noninterference when any
  check x in 0..1, s = 1, n in 0..1
  expect unknown;
