// R13: any two of three shares are uniform; the third is their sum and the secret.
// truth: the sum of the shares is x: Pr1[sum = 0 mod 1009] = 1 for x = 0, Pr2 = 0 for x = 1.
// owed: missing-coupling
program Shares(x : private int) : (int, int, int) {
  a :=$ Uniform(0..1008);
  b :=$ Uniform(0..1008);
  return (a, b, (x - a - b) mod 1009);
}

claim hidden : Shares satisfies noninterference when any expect unknown;
