// T5, R17, R31: the claim that is cited has a delta. One output at a time there is none to spend: those of all outputs
// would add up.
// truth: the claim holds without `pointwise`; under it nothing bounds the sum of the deltas.
// owed private: slack
// lemma noisy: the smallest delta at epsilon 1 is 0.00725
program Noisy(x : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program Asks(s : private int) : int {
  a :=$ Noisy(s) couple by noisy;
  return a;
}

claim noisy : Noisy satisfies dp(1, 73/10000) when within(x, 1);

claim private : Asks satisfies dp(1, 73/10000) when within(s, 1) pointwise o expect unknown;
