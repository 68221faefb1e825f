// T8, R9: Geometric(p) with p = 1 is allowed: it always draws 0, and cannot be moved at all. Its
// price of ln(1/(1 - p)) divides by zero there, and the budget steps around that place.
// truth: p = 1, x = 1 against x = 0: Pr1[res = 1] = 1, Pr2[res = 1] = 0: no epsilon is enough.
// owed: support, price, budget, division-by-zero, not-positive
program OneSided(x : private int, p : real) : int
  requires 0 < p && p <= 1;
{
  z :=$ Geometric(p) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim falling : OneSided ~ OneSided : p{1} = p{2} && x{2} <= x{1} && x{1} <= x{2} + 1
  ==> res{1} = res{2}
  within (if p{1} < 1 then ln(1/(1 - p{1})) else 100)
  check x in 0..1, p = 1
  expect refuted;
