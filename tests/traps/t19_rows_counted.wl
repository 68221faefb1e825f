// T19: one list is the other without one of its rows, so the loops do not run equally often.
// "Without loss of generality the lists have the same length."
// truth: d = [0] against []: Pr1[res = 1] = 1, Pr2[res = 1] = 0.
// owed: guards-agree, results-equal
program Rows(d : private list[int]) : int {
  i := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    decreases size(d) - i;
  {
    i := i + 1;
  }
  return i;
}

claim private : Rows satisfies dp(0) when add_remove(d) check d in {[], [0]} expect refuted;
