// R32: a count moves by at most 1 if one element is replaced; here two may be.
// truth: d = [0, 0] against [7, 7] moves the count of 7 by 2, which costs 2*eps; the cut noise shows 0
// with probability 1/2 for [0, 0] and never for [7, 7].
// owed private: budget
// owed cut: support, budget
program Noisy(d : private list[int], eps : real) : int
  requires eps > 0;
{
  s := count(d, 7);
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Shown(d : private list[int]) : int {
  s := count(d, 7);
  z :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4}) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Noisy satisfies dp(eps)
  when exists j.
    exists k.
      size(d{1}) = size(d{2})
        && (forall i. 0 <= i < size(d{1}) && i != j && i != k ==> d{1}[i] = d{2}[i])
  expect unknown;

claim cut : Shown satisfies dp(ln(2))
  when exists j.
    exists k.
      size(d{1}) = size(d{2})
        && 0 <= j < size(d{1})
        && 0 <= k < size(d{1})
        && (forall i. 0 <= i < size(d{1}) && i != j && i != k ==> d{1}[i] = d{2}[i])
  check size(d) = 2, d[_] in {0, 7}
  expect refuted;
