// R31: the callee is given a bit string that is not as long as its type says, and returns by how much.
// truth: Told returns k: res = 1 has probability 1 for k = 1 and 0 for k = 0.
// lemma none: of strings that are as long as the type says
// owed told: length-mismatch
program Beyond(m : private bits[n], n : int) : int {
  return size(m) - n;
}

program Told(k : private int) : int
  requires 0 <= k <= 1;
{
  x :=$ Uniform(bits(k)) couple none;
  y :=$ Beyond(x, 0) couple by none;
  return y;
}

claim none : Beyond satisfies noninterference when any;

claim told : Told satisfies noninterference when any check k in 0..1 expect refuted;
