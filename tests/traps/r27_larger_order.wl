// R27: a divergence of a small order is taken for one of a larger order.
// truth: at order 20 it is (ln(3^20 + 3^-19) - ln(4))/19 > 1.08 and not ln(7/3) < 0.85.
// lemma second: of order 2, by enumeration
// owed twentieth: from-budget
program Flipped(x : private bool) : bool {
  b :=$ Flip(1/4);
  return x xor b;
}

claim second : Flipped satisfies rdp(2, ln(7/3)) when any check;

claim twentieth : Flipped satisfies rdp(20, ln(7/3)) when any from second check expect refuted;
