// T8, R9: integer noise moved by a difference of reals. The shift of at most 1 is paid for, but half
// an integer is not a possible draw.
// truth: q = 0 against q = 1/2: Pr1[res is whole] = 1, Pr2[res is whole] = 0: no epsilon is enough.
// owed private: integer-image
// owed cut: integer-image, support, not-supported
program Rounded(q : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

program RoundedCut(q : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Truncate(DiscreteLaplace(1/eps), -2, 2) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

claim private : Rounded satisfies dp(eps) when within(q, 1) expect unknown;

claim cut : RoundedCut satisfies dp(eps) when within(q, 1)
  check q in {0, 1/2}, eps = ln(2)
  expect refuted;
