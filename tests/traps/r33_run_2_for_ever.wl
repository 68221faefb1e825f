// R33, 1.5: run 2 goes round alone for ever, and what holds after the loop holds of nothing.
// truth: Pr1[res = 0] = 1, Pr2[res = 0] = 0: with go the program never returns.
// owed: terminates
program Waits(go : private bool) : int {
  while (go)
    alone 2 when go{2};
  {
    skip;
  }
  return 0;
}

claim same : Waits ~ Waits : !go{1} && go{2} ==> res{1} = res{2} within (0, 0) expect unknown;
