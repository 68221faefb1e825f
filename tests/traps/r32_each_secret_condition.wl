// R32: a condition that reads what differs between the runs may leave out other elements in each.
// truth: d = [1, 1] in both runs, t = 0 against t = 1: the counts are 2 and 0.
// owed: budget, price
program Above(d : private list[int], t : private int) : int {
  z :=$ DiscreteLaplace(1)
    couple z{2} = z{1} + count(x in d{1} if x > t{1}) - count(x in d{2} if x > t{2});
  return count(x in d if x > t) + z;
}

claim condition : Above satisfies dp(1) when one_differs(d) && within(t, 1)
  check d = [1, 1], t in 0..1
  expect refuted;

program Scaled(d : private list[int], t : private int) : int {
  z :=$ DiscreteLaplace(1)
    couple z{2} = z{1}
      + sum(max(0, min(t{1}, 1)) for x in d{1})
      - sum(max(0, min(t{2}, 1)) for x in d{2});
  return sum(max(0, min(t, 1)) for x in d) + z;
}

claim value : Scaled satisfies dp(1) when one_differs(d) && within(t, 1)
  check d = [1, 1], t in 0..1
  expect refuted;
