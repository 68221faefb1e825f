// T16, R23: the counts of two answers, when one row is replaced: "the record is in one bin only, so
// the bins compose in parallel".
// truth: d = [0] against [1]: both counts move by 1; in the twin, cut to 0..1, eps = ln(2):
// Pr1[res = (1, 0)] = 4/9, Pr2[res = (1, 0)] = 1/9.
// owed private: budget
// owed cut: budget, not-supported
program Counts(d : private list[int], eps : real) : (real, real)
  requires eps > 0;
{
  a := count(d, 0);
  b := count(d, 1);
  y :=$ Laplace(1/eps) couple y{2} = y{1} + a{1} - a{2};
  z :=$ Laplace(1/eps) couple z{2} = z{1} + b{1} - b{2};
  return (a + y, b + z);
}

program CountsCut(d : private list[int], eps : real) : (int, int)
  requires eps > 0;
{
  a := count(d, 0);
  b := count(d, 1);
  y :=$ Clamp(DiscreteLaplace(1/eps, a), 0, 1) couple y{2} = y{1};
  z :=$ Clamp(DiscreteLaplace(1/eps, b), 0, 1) couple z{2} = z{1};
  return (y, z);
}

claim private : Counts satisfies dp(eps) when one_differs(d) expect unknown;

claim cut : CountsCut satisfies dp(eps) when one_differs(d)
  check size(d) = 1, d[_] in 0..1, eps = ln(2)
  expect refuted;
