// T5, R17: k outputs, each of probability 1/k in one run and 0 in the other: "for each output alone
// a delta of 1/k is enough". Deltas of different outputs add up.
// truth: k = 4, x = 0 against x = 1, the event 1..4: Pr1 = 1, Pr2 = 0, so delta is 1.
// owed: output-equal, results-equal, not-supported
program Spread(x : private int, k : int) : int
  requires k >= 1;
{
  u :=$ Uniform(1..k) couple u{2} = u{1};
  return if x = 0 then u else 0;
}

claim small : Spread satisfies dp(0, 1/k) when any
  pointwise o
  check x in 0..1, k = 4
  expect refuted;
