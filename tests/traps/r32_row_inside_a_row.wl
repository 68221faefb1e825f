// R32: the sum of a row, and for each of its entries the sum of as many copies of this entry.
// truth: t = [[1, 2]]: 3*1 + 3*2 = 9 against 2*1*1 + 2*2*2 = 10.
// owed same: postcondition
// owed scaled: budget
program Nothing(t : list[list[int]]) : int {
  return 0;
}

claim same : Nothing ~ Nothing : true
  ==> sum(sum(sum(r)*r) for r in t{1}) = sum(sum(sum(y for x in r)*y for y in r) for r in t{1})
  check t = [[1, 2]]
  expect refuted;

program Scaled(t : list[list[int]], b : private bool) : int {
  s := if b
    then sum(sum(sum(r)*r) for r in t)
    else sum(sum(sum(y for x in r)*y for y in r) for r in t);
  z :=$ DiscreteLaplace(1) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim scaled : Scaled satisfies dp(0) when any check t = [[1, 2]] expect refuted;
