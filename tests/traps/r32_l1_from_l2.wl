// R32: lists that are within 1 in l2 are taken to be within 1 in l1.
// truth: [0, 0, 0] and [1/2, 1/2, 1/2] are within 1 in l2, and 3/2 apart in l1: sums tell them apart by more.
// owed: assertion
program Noisy(q : private list[real], n : int) : list[real]
  requires size(q) = n;
{
  assert l1(q{1}, q{2}, 1);
  z :=$ Each(Laplace(1), n) couple z{2} = z{1} + q{1} - q{2};
  return q + z;
}

claim private : Noisy satisfies dp(1) when l2(q{1}, q{2}, 1)
  check n = 3, q in {[0, 0, 0], [1/2, 1/2, 1/2]}
  expect refuted;
