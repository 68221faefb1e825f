// T30: two independent draws, and what was drawn is leaked.
// truth: the claim holds; the annotation is wrong: draws that are not coupled need not agree.
// owed: leaks-equal
program Coin(x : private int, s : int) : int {
  b :=$ Flip(1/2) couple none;
  leak b;
  return s;
}

claim private : Coin satisfies noninterference when any expect unknown;
