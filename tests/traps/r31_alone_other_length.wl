// R31, T9: a call without a claim, whose bit string is not as long as the callee's type says.
// truth: k = 0, n = 1: Inverse divides by 0.
// owed: length-mismatch
program Inverse(m : bits[n], n : int) : int {
  return 1 div (size(m) - n + 1);
}

program Unread(k : private int, n : private int) : int
  requires k >= 0;
{
  x :=$ Uniform(bits(k)) couple none;
  y :=$ Inverse(x, n) couple none;
  return 0;
}

claim same : Unread satisfies noninterference when any expect unknown;
