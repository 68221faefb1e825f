// R26: the root in the way from zcdp to dp is taken once, and not twice.
// truth: x = 0 against x = 1 needs the delta 0.0200 at eps = 2.02, which is more than 1/100.
// lemma concentrated: the divergence of Gaussian noise
// owed private: from-budget
program Noisy(x : private real) : real {
  z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim concentrated : Noisy satisfies zcdp(1/2) when within(x, 1);

claim private : Noisy satisfies dp(2.02, 1/100) when within(x, 1) from concentrated expect unknown;
