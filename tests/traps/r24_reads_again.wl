// R24: "post-processing" of a private answer that looks at the secret once more.
// truth: x = 0 against x = 1: Pr1[res = true] = 0, Pr2[res = true] = 3/4.
// owed: results-equal
program Peek(x : private int) : bool {
  b :=$ Flip(1/4) couple b{2} = b{1} xor (x{1} > 0) xor (x{2} > 0) cost ln(3);
  y := b xor (x > 0);
  return y && x > 0;
}

claim private : Peek satisfies dp(ln(3)) when any check x in 0..1 expect refuted;
