// T37: for n < 0 the loop is not entered, and i stays at 0. The fact 0 <= i <= n is a contradiction
// there, and proves anything about what follows.
// truth: n = -1, x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: results-equal
program Secret(x : private int, n : int) : int
  requires n < 0;
{
  for i in 0 .. n {
    skip;
  }
  return x;
}

claim private : Secret satisfies noninterference when any check x in 0..1, n = -1 expect refuted;
