// R12: two independent draws from the same coin have the same distribution, so they are taken for
// equal. The result compares the draw with the secret.
// truth: x = 0 against x = 1: Pr1[res = true] = 1/4, Pr2[res = true] = 3/4.
// owed: results-equal
program Compare(x : private int) : bool {
  b :=$ Flip(1/4) couple none;
  return b xor (x > 0);
}

claim free : Compare satisfies dp(0) when any check x in 0..1 expect refuted;
