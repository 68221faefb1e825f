// R26: from a divergence to dp without a delta.
// truth: for x = 0 and x = 1 the density of run 1 is more than exp(100) times that of run 2 below -100.
// lemma concentrated: the divergence of Gaussian noise
// owed pure: from-budget
program Noisy(x : private real) : real {
  z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim concentrated : Noisy satisfies zcdp(1/2) when within(x, 1);

claim pure : Noisy satisfies dp(100) when within(x, 1) from concentrated expect unknown;
