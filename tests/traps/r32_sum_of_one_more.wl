// R32: an element that comes or goes moves the count by at most 1, but the sum by itself, whatever it is.
// truth: d = [] against [5] moves the sum by 5, which costs 5*eps; the cut noise shows 0 with
// probability 1/2 for [] and never for [5].
// owed private: budget
// owed cut: support, budget
program Noisy(d : private list[int], eps : real) : int
  requires eps > 0;
{
  s := sum(d);
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program Shown(d : private list[int]) : int {
  s := sum(d);
  z :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4}) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Noisy satisfies dp(eps) when add_remove(d) expect unknown;

claim cut : Shown satisfies dp(ln(2)) when add_remove(d) check d in {[], [5]} expect refuted;
