// A histogram with Laplace noise on every bin, in one statement: a record that comes or goes changes one bin by 1.
// Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, section 3.3. Nothing is annotated.
program Histogram(bins : private list[int], n : int, eps : real) : list[int]
  requires size(bins) = n && eps > 0;
{
  z :=$ Each(DiscreteLaplace(1/eps), n);
  return bins + z;
}

claim one_more : Histogram satisfies dp(eps) when one_differs(bins, 1)
  check n = 2, size(bins) = 2, bins[_] in 0..1, eps = ln(2);

// a record that moves from one bin to another changes two of them
claim replaced : Histogram satisfies dp(2*eps) when l1(bins{1}, bins{2}, 2);

claim replaced_once : Histogram satisfies dp(eps) when l1(bins{1}, bins{2}, 2)
  check n = 2, size(bins) = 2, bins[_] in 0..1, eps = ln(2)
  expect refuted;
