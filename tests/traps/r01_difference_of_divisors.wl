// T9, R1: the divisor n - m is 0 for n = m. As a fixed unknown number the quotient is the same in both
// runs, and so is what is computed from it.
// truth: n = m divides by zero: the program fails there.
// owed: division-by-zero
program Slope(x : private int, n : int, m : int) : real {
  return (x - x)/(n - m);
}

claim private : Slope satisfies noninterference when any
  check x in 0..1, n = 1, m in 0..1
  expect unknown;
