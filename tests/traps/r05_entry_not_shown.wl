// R5: an invariant that is not true when the loop is reached, though every round keeps it.
// truth: Pr1[res = 1] = 1, Pr2[res = 1] = 0 for x = 1 against x = 0.
// owed: invariant-entry
program Entry(x : private int) : int {
  s := x;
  i := 0;
  while (i < 3)
    invariant ={i, s};
    decreases 3 - i;
  {
    s := s + 0;
    i := i + 1;
  }
  return s;
}

claim private : Entry satisfies dp(0) when any check x in 0..1 expect refuted;
