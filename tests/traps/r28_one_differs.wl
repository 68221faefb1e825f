// R28: a secret sample of lists of one size that differ in an entry, which is no entry more or less.
// truth: [1] against [-1] at eps = ln(2), q = 1/2: Pr[res >= 1] is 1/2 and 1/4, and 1/2 > 3/2 * 1/4.
// lemma whole: of the whole list, under add_remove
// owed half: from-relation
program Balance(d : private list[int], eps : real) : int
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> -1 <= d[i] <= 1;
{
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + sum(d{1}) - sum(d{2});
  return sum(d) + z;
}

program Half(d : private list[int], eps : real) : int
  requires eps > 0;
  requires forall i. 0 <= i < size(d) ==> -1 <= d[i] <= 1;
{
  s := [];
  for i in 0 .. size(d) {
    kept :=$ Flip(1/2);
    if (kept) { s := s ++ [d[i]]; }
  }
  y :=$ Balance(s, eps);
  return y;
}

claim whole : Balance satisfies dp(eps) when add_remove(d);

claim half : Half satisfies dp(ln(1 + (exp(eps) - 1)/2)) when one_differs(d)
  from whole sampled 1/2
  check d in {[1], [-1]}, eps = ln(2)
  expect refuted;
