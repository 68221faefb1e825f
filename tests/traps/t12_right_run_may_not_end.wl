// T12, R6, 1.5: the second program ends only for some inputs, and the precondition allows the others.
// truth: n = -1: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: terminates, guards-agree
program Zero(n : int) : int {
  return 0;
}

program CountDown(n : int) : int {
  i := n;
  while (i != 0)
    decreases i;
  {
    i := i - 1;
  }
  return i;
}

claim same : Zero ~ CountDown : n{1} = n{2} ==> res{1} = res{2} expect unknown;
