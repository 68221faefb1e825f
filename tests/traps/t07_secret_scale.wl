// T7, R8: noise scaled to the sensitivity at the actual data, which is secret. The same noise is
// drawn in both runs "for free", from two different distributions.
// truth: x = 0 against x = 1: at z the densities have the ratio 2*exp(-|z|/2) one way and
// exp(|z|/2)/2 the other way, which is unbounded. In the twin Pr2[res = 2]/Pr1[res = 2] = 8, twice what is said.
// owed private: same-noise
// owed cut: price
program SecretScale(x : private int) : real {
  z :=$ Laplace(if x > 0 then 2 else 1) couple z{2} = z{1};
  return z;
}

program SecretWeights(x : private int) : int {
  z :=$ Choice({
    0 @ (if x > 0 then 1/4 else 13/16),
    1 @ (if x > 0 then 1/4 else 1/8),
    2 @ (if x > 0 then 1/2 else 1/16)
  })
    couple z{2} = z{1}
    cost ln(4);
  return z;
}

claim private : SecretScale satisfies dp(ln(2)) when any expect unknown;

claim cut : SecretWeights satisfies dp(ln(4)) when any check x in 0..1 expect refuted;
