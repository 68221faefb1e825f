// R32: the greatest element moves with the element that differs, by anything, not by 1.
// truth: d = [0] against [5] moves it by 5, which costs 5*eps; the cut noise shows 0 with
// probability 1/2 for [0] and never for [5].
// owed private: budget
// owed cut: support, budget
program Noisy(d : private list[int], eps : real) : int
  requires eps > 0;
  requires size(d) >= 1;
{
  s := max(d);
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Shown(d : private list[int]) : int
  requires size(d) >= 1;
{
  s := max(d);
  z :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4}) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Noisy satisfies dp(eps) when one_differs(d) expect unknown;

claim cut : Shown satisfies dp(ln(2)) when one_differs(d)
  check size(d) = 1, d[_] in {0, 5}
  expect refuted;
