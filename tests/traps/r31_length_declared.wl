// R31: the callee says that it returns n bits, and returns k; nobody has compared the two.
// truth: Told returns k: res = 1 has probability 1 for k = 1 and 0 for k = 0.
// owed: results-equal
program Bits(k : int, n : int) : bits[n]
  requires k >= 0 && n >= 0;
{
  x :=$ Uniform(bits(k)) couple none;
  return x;
}

program Told(k : private int) : int
  requires 0 <= k <= 1;
{
  y :=$ Bits(k, 0) couple none;
  return size(y);
}

claim told : Told satisfies noninterference when any check k in 0..1 expect refuted;
