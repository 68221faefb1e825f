// T12, R6, 1.5: the loop of run 2 is run on its own, and what holds after it holds of nothing.
// truth: Pr1[res = 0] = 1, Pr2[res = 0] = 0: the second program never returns.
// owed: terminates, guards-agree
program Zero() : int {
  return 0;
}

program Never() : int {
  while (true) {
    skip;
  }
  return 0;
}

claim same : Zero ~ Never : true ==> res{1} = res{2} expect unknown;
