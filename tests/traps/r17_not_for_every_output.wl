// R17: a coupling that works for the output true. For false nothing is arranged.
// truth: the claim holds; the annotation is wrong: for o = false the coin must be turned over as well.
// owed: output-equal
program Response(x : private int) : bool {
  b :=$ Flip(1/4)
    couple b{2} = (if o then b{1} xor (x{1} > 0) xor (x{2} > 0) else b{1})
    cost (if o then ln(3) else 0);
  return b xor (x > 0);
}

claim private : Response satisfies dp(ln(3)) when any pointwise o expect unknown;
