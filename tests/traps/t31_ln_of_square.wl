// T31: ln(n*n) = 2*ln(n) holds for n > 0 only. For n = -1 it makes ln(-1) equal to 0, and exp(0) = 1
// equal to -1 where exp and ln are inverse everywhere.
// truth: n = -1, x = 0 against x = 1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: assertion
program Secret(x : private int, n : int) : int
  requires n < 0;
{
  assert ln(n*n) = 2*ln(n) && exp(ln(n)) = n;
  return x;
}

claim private : Secret satisfies noninterference when any check x in 0..1, n = -1 expect refuted;
