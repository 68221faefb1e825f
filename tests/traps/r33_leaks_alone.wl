// R33, T30: a run that goes round alone leaks, and the other does not.
// truth: the number of leaks is the size of d, epsilon is infinite.
// owed: leaks-equal
program Shows(d : private list[int]) : int {
  i := 0;
  while (i < size(d))
    alone 1 when size(d{1}) > size(d{2}) && i{1} = k;
    alone 2 when size(d{2}) > size(d{1}) && i{2} = k;
    invariant 0 <= i{1} && i{1} <= size(d{1}) && 0 <= i{2} && i{2} <= size(d{2});
    invariant size(d{1}) > size(d{2}) ==> i{2} = (if i{1} > k then i{1} - 1 else i{1});
    invariant size(d{2}) > size(d{1}) ==> i{1} = (if i{2} > k then i{2} - 1 else i{2});
  {
    leak 0;
    i := i + 1;
  }
  return 0;
}

claim same : Shows satisfies dp(0) when add_remove(d) at k check d in {[], [0]} expect refuted;
