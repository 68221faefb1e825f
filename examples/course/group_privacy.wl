// Group privacy, BU CS 599 and Privacy Engineering week 4: a mechanism that spends eps on one
// person spends g*eps on a group of g. First for a count that the group moves by at most g, then
// for the records themselves: the same program carries a claim at distance one and one at
// distance two, each with its own loop invariant. The twin's finite channel has g*eps tight.
program NoisyCount(c : private int, g : int, eps : real) : real
  requires eps > 0;
  requires g >= 1;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim one_person : NoisyCount satisfies dp(eps) when within(c, 1);

claim group : NoisyCount satisfies dp(g*eps) when within(c, g);

program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  add: for i in 0 .. size(d) {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim one_record : NoisySum satisfies dp(eps) when one_differs(d, 1) at k
  proof {
    add: invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  };

claim two_records : NoisySum satisfies dp(2*eps)
  when exists k.
    exists l.
      size(d{1}) = size(d{2})
        && 0 <= k
        && k < l
        && l < size(d{1})
        && |d{1}[k] - d{2}[k]| <= 1
        && |d{1}[l] - d{2}[l]| <= 1
        && (forall j. 0 <= j < size(d{1}) && j != k && j != l ==> d{1}[j] = d{2}[j])
  proof {
    add: invariant s{1} - s{2}
      = (if i{1} > k then d{1}[k] - d{2}[k] else 0) + (if i{1} > l then d{1}[l] - d{2}[l] else 0);
  };

program NoisyCountOnGrid(c : private int, g : int, eps : real) : int
  requires eps > 0;
  requires g >= 1;
{
  y :=$ Clamp(DiscreteLaplace(1/eps, c), 0, 3) couple y{2} = y{1};
  return y;
}

claim group_on_grid : NoisyCountOnGrid satisfies dp(g*eps) when within(c, g)
  check g in 1..3, c in 0..3, eps = ln(2);

claim groups_are_free : NoisyCountOnGrid satisfies dp(eps) when within(c, g)
  check g = 2, c in 0..3, eps = ln(2)
  expect refuted;
