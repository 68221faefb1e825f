// T14, R25: a threshold is drawn beside the calls, hidden and coupled, and what it costs is no call.
// truth: true has probability 2/3 for x = 0 and 1/3 for x = -1, and 2/3 > 1/3 + 1/10.
// owed: not-supported
program Threshold(x : private int) : bool {
  t :=$ DiscreteLaplace(1/ln(2)) couple t{2} = t{1} + x{1} - x{2};
  return x + t >= 0;
}

claim free : Threshold satisfies dp(0, 1/10) when within(x, 1)
  composed advanced(1, 1/10)
  check x in {0, -1}
  expect refuted;
