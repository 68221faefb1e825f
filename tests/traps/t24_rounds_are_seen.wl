// T24: the answer is the same in both runs, but every round leaks, and the number of rounds differs.
// truth: d = [1, 0] against [0, 0]: one leak in the first run, two in the second.
// owed: guards-agree, invariant-entry, invariant-kept, leaks-equal
program Search(d : private list[int]) : int {
  i := 0;
  found := false;
  while (i < size(d) && !found)
    invariant 0 <= i{1} && i{1} <= size(d{1}) && 0 <= i{2} && i{2} <= size(d{2}) && cost = 0;
    decreases size(d) - i;
  {
    leak 0;
    if (d[i] = 1) { found := true; }
    i := i + 1;
  }
  return 0;
}

claim private : Search satisfies noninterference when one_differs(d)
  check size(d) = 2, d[_] in 0..1
  expect refuted;
