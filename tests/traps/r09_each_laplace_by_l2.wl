// R9: a list of Laplace draws is paid for by its distance in l2.
// truth: eps = 1, n = 3: q = [0, 0, 0] against [1/2, 1/2, 1/2], within 1 in l2: all three numbers are at most 0 with
// probability 1/8 and exp(-3/2)/8.
// owed: budget
program Noisy(q : private list[real], n : int, eps : real) : list[real]
  requires size(q) = n && eps > 0;
{
  z :=$ Each(Laplace(1/eps), n) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

claim private : Noisy satisfies dp(eps) when l2(q{1}, q{2}, 1)
  check n = 3, q in {[0, 0, 0], [1/2, 1/2, 1/2]}, eps = 1
  expect refuted;
