// R32: a sum moves by at most 1 if one element does; here all of them may.
// truth: d = [0, 0] against [1, 1] moves the sum by 2, which costs 2*eps; the cut noise shows 0
// with probability 1/2 for [0, 0] and never for [1, 1].
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

claim private : Noisy satisfies dp(eps) when all_within(d, 1) expect unknown;

claim cut : Shown satisfies dp(ln(2)) when all_within(d, 1)
  check size(d) = 2, d[_] in 0..1
  expect refuted;
