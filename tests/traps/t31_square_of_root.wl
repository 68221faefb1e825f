// T31: sqrt(n)*sqrt(n) = n holds for n >= 0 only. For n < 0 it says that a square is negative, and
// then everything holds.
// truth: n = -1, x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: assertion
program Secret(x : private int, n : int) : int
  requires n < 0;
{
  assert sqrt(n)*sqrt(n) = n;
  return x;
}

claim private : Secret satisfies noninterference when any check x in 0..1, n = -1 expect refuted;
