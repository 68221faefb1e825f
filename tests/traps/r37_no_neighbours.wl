// R37: what is stated of lists that differ in one entry is said of two lists that differ in all of them.
// truth: f is the sum of the entries between 0 and 1: [0, 0] against [1, 1] moves it by 2, epsilon is 2.
// owed: budget, price
program Release(d : private list[real], f : list[real] -> real) : real
  requires forall a : list[real],
  b : list[real].
    size(a) = size(b) && (exists k. forall j. 0 <= j < size(a) && j != k ==> a[j] = b[j])
      ==> |f(a) - f(b)| <= 1;
{
  z :=$ Laplace(1) couple z{2} = z{1} + f(d{1}) - f(d{2});
  return f(d) + z;
}

claim private : Release satisfies dp(1) when all_within(d, 1) expect unknown;
