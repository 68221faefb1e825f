// R11, T27: a biased coin against a fair one, coupled by the identity. For true the price is
// negative; it is the price of false that counts.
// truth: x = 0 against x = 1: Pr1[res = false] = 1/2, Pr2[res = false] = 1/10, a ratio of 5.
// owed: price, budget
program Biased(x : private int) : bool {
  b :=$ Flip(if x > 0 then 9/10 else 1/2) couple b{2} = b{1} cost (if b{1} then ln(9/5) else ln(2));
  return b;
}

claim private : Biased satisfies dp(ln(2)) when any check x in 0..1 expect refuted;
