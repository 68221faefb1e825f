// R32: entries that are smaller make the sum smaller, not larger; and the two runs change places in
// the other direction of a privacy claim, where nothing bounds the sum.
// truth: d = [0] against [3]: the sums are 0 and 3; the cut noise shows 0 with probability 1/2 for [0]
// and never for [3].
// owed wrong: postcondition
// owed private: budget
// owed cut: support, budget
program Total(d : private list[int]) : int {
  return sum(d);
}

claim wrong : Total ~ Total : size(d{1}) = size(d{2})
  && (forall i. 0 <= i < size(d{1}) ==> d{1}[i] <= d{2}[i])
  ==> res{2} <= res{1}
  check size(d) = 1, d[_] in {0, 3}
  expect refuted;

program Noisy(d : private list[int], eps : real) : int
  requires eps > 0;
{
  s := sum(d);
  z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Noisy satisfies dp(eps)
  when size(d{1}) = size(d{2}) && (forall i. 0 <= i < size(d{1}) ==> d{1}[i] <= d{2}[i])
  expect unknown;

program Shown(d : private list[int]) : int {
  s := sum(d);
  z :=$ Choice({0 @ 1/2, 1 @ 1/4, 2 @ 1/4}) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim cut : Shown satisfies dp(ln(2))
  when size(d{1}) = size(d{2}) && (forall i. 0 <= i < size(d{1}) ==> d{1}[i] <= d{2}[i])
  check size(d) = 1, d[_] in {0, 3}
  expect refuted;
