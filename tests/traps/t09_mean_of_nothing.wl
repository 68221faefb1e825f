// T9, R1: the mean of n numbers, for every n that is not negative. Division by 0 is not a fixed
// number that is the same in both runs.
// truth: n = 0 divides by zero: the program fails there. For n >= 1 the claim holds.
// owed: division-by-zero, scale-not-positive
program Mean(d : private list[int], n : int, eps : real) : real
  requires eps > 0;
  requires n >= 0;
  requires size(d) = n;
{
  m := sum(d)/n;
  z :=$ Laplace(1/(n*eps)) couple z{2} = z{1} + m{1} - m{2};
  return m + z;
}

program ExactMean(d : private list[int], n : int) : real
  requires n >= 0;
  requires size(d) = n;
{
  return (sum(d) - sum(d))/n;
}

claim private : Mean satisfies dp(eps) when one_differs(d, 1) expect unknown;

claim nothing : ExactMean satisfies noninterference when one_differs(d, 1)
  check n in 0..1, size(d) = n, d[_] in 0..1
  expect unknown;
