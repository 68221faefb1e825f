// R19: z was drawn equal before the loop, and is drawn again in it, independently.
// truth: the claim holds; the annotation is wrong: after the loop z is not known to be equal.
// owed: results-equal
program Redraw(x : private int, n : int) : int {
  z :=$ Uniform(0..9) couple z{2} = z{1};
  for i in 0 .. n
    invariant cost = 0;
  {
    z :=$ Uniform(0..9) couple none;
  }
  return z;
}

claim private : Redraw satisfies noninterference when any expect unknown;
