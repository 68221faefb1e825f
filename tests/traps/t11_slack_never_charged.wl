// T11: a catastrophe of probability 1/1000 gives the secret away. No step of the proof spends delta,
// so slack stays 0, far below the claimed delta.
// truth: x = 0 against x = 1: the smallest delta at epsilon 0 is 1/1000.
// owed: results-equal, guards-agree
program Catastrophe(x : private int) : int {
  r := 0;
  c :=$ Choice({false @ 999/1000, true @ 1/1000}) couple c{2} = c{1};
  assert slack = 0 && cost = 0;
  if (c) { r := x; }
  return r;
}

claim small : Catastrophe satisfies dp(0, 1/10000) when any check x in 0..1 expect refuted;
