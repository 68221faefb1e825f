// T24: a return in the middle of a loop, which the two runs may leave at different places.
// truth: v = 1, d = [1, 0] against [0, 0]: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// refused: return-not-last
program Find(d : private list[int], v : int) : int {
  i := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1});
    decreases size(d) - i;
  {
    if (d[i] = v) {
      return i;
    }
    i := i + 1;
  }
  return -1;
}

claim private : Find satisfies dp(0) when one_differs(d) expect unknown;
