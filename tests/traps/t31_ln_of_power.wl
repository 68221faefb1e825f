// T31: ln(n^2) = 2*ln(n) holds for n > 0 only: for n < 0 the square has a logarithm, and n has none.
// truth: the claim holds; the annotation is wrong: for n = -1 nothing is known of ln(n).
// owed: assertion
program Public(x : private int, n : int) : int
  requires n < 0;
{
  assert ln(n^2) = 2*ln(n);
  return n;
}

claim private : Public satisfies noninterference when any expect unknown;
