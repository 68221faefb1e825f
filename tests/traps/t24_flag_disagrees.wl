// T24: a search that stops at the first match. The flag that stands for `break` depends on the secret
// list, and the two runs are taken to stop together.
// truth: v = 1, d = [1, 0] against [0, 0]: Pr1[res = 1] = 1, Pr2[res = 1] = 0.
// owed: guards-agree, invariant-kept
program Find(d : private list[int], v : int) : int {
  i := 0;
  found := false;
  while (i < size(d) && !found)
    invariant ={i, found} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    decreases size(d) - i;
  {
    if (d[i] = v) { found := true; }
    i := i + 1;
  }
  return i;
}

claim private : Find satisfies dp(0) when one_differs(d)
  check size(d) = 2, d[_] in 0..1, v = 1
  expect refuted;
