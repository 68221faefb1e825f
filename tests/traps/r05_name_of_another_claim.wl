// R5, R20: the invariants speak of k, which the first claim names. The second claim, about lists that
// may differ everywhere, has no k: the annotation says nothing under it.
// truth: d = [0, 0] against [1, 1]: the noise costs 2*eps.
// lemma one: true, and here to give k a meaning.
// owed all: unreadable-annotation
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim one : NoisySum satisfies dp(eps) when one_differs(d, 1) at k;

claim all : NoisySum satisfies dp(eps) when all_within(d, 1) expect unknown;
