// R26: a delta below that of the best order, which no order gives.
// truth: x = 0 against x = 1 needs the delta 0.00153 at eps = 3, which is more than 1/1000.
// lemma concentrated: the divergence of Gaussian noise
// owed private: from-budget
program Noisy(x : private real) : real {
  z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim concentrated : Noisy satisfies zcdp(1/2) when within(x, 1);

claim private : Noisy satisfies dp(3, 1/1000) when within(x, 1) from concentrated expect unknown;
