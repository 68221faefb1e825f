// R32: a record that is replaced moves the count of one kind of record by 1, also if only a field of it
// changes.
// truth: d = [(1, true)] against [(1, false)]: the counts of (1, true) are 1 and 0; the cut noise shows
// 0 with probability 1/2 for the second list and never for the first.
// owed private: budget, same-noise
// owed cut: support, budget, results-equal
program Noisy(d : private list[(int, bool)], eps : real) : int
  requires eps > 0;
{
  s := count(d, (1, true));
  z :=$ DiscreteLaplace(2/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Shown(d : private list[(int, bool)]) : int {
  s := count(d, (1, true));
  z :=$ Choice({0 @ 1/2, 1 @ 1/2}) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Noisy satisfies dp(eps/4)
  when exists k.
    size(d{1}) = size(d{2})
      && (forall i. 0 <= i < size(d{1}) ==> d{1}[i].0 = d{2}[i].0)
      && (forall i. 0 <= i < size(d{1}) && i != k ==> d{1}[i] = d{2}[i])
  expect unknown;

claim cut : Shown satisfies dp(ln(2)) when one_differs(d)
  check d in {[(1, true)], [(1, false)]}
  expect refuted;
