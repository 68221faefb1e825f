// R13: each of two ciphertexts is uniform, so they are taken for uniform together; one key hides both.
// truth: their xor is m xor w. With m = w in run 1 and m = 1...1, w = 0...0 in run 2, Pr1[equal] = 1, Pr2[equal] = 0.
// owed: missing-coupling
program Twice(m : private bits[64], w : private bits[64]) : bits[64] {
  k :=$ Uniform(bits(64));
  leak m xor k;
  return w xor k;
}

claim hidden : Twice satisfies dp(0) when any expect unknown;
