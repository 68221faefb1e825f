// R15, R9: the tail of noise around 5 is taken for that of noise around 0.
// truth: res is 0 or 1, as x is, with probability 1/3, and else 2: delta(0) is 1/3.
// owed: price
program Far(x : private bool) : int {
  z :=$ DiscreteLaplace(1/ln(2), 5) couple z{2} = z{1} cost 0 except z{1} >= 6 slack 1/96;
  return if z >= 6 then if x then 1 else 0 else 2;
}

claim small : Far satisfies dp(0, 1/96) when any check expect refuted;
