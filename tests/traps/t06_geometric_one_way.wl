// T6, R20: the relation says that the count falls from run 1 to run 2, by at most 1. In that
// direction one-sided noise is moved up, which is legal; privacy speaks of the other one as well.
// truth: q = 0 against q = 1: Pr1[res = 0] = 1/2, Pr2[res = 0] = 0: no epsilon is enough.
// owed private: support
// owed cut: support, injective
program OneSided(q : private int) : int {
  z :=$ Geometric(1/2) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

program OneSidedCut(q : private int) : int {
  z :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/8, 3 @ 1/8}) couple z{2} = min(3, z{1} + q{1} - q{2});
  return min(3, q + z);
}

claim private : OneSided satisfies dp(ln(2)) when 0 <= q{1} - q{2} && q{1} - q{2} <= 1
  expect unknown;

claim cut : OneSidedCut satisfies dp(ln(2)) when 0 <= q{1} - q{2} && q{1} - q{2} <= 1
  check q in 0..1
  expect refuted;
