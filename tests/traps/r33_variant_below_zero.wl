// R33, T12: a variant that every round of run 2 alone makes smaller, and that may be negative.
// truth: Pr1[res = 0] = 1, Pr2[res = 0] = 0: with go the program never returns.
// owed: terminates
program Falls(go : private bool) : int {
  y := 0;
  while (go)
    alone 2 when go{2};
    decreases y;
  {
    y := y - 1;
  }
  return 0;
}

claim same : Falls ~ Falls : !go{1} && go{2} ==> res{1} = res{2} within (0, 0) expect unknown;
