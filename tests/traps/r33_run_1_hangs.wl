// R33, 1.5: run 1 goes round alone for ever; an exact quadruple needs that both runs end.
// truth: the masses of the results are 0 and 1.
// owed: terminates
program Waits(go : private bool) : int {
  while (go)
    alone 1 when go{1};
  {
    skip;
  }
  return 0;
}

claim same : Waits ~ Waits : go{1} && !go{2} ==> res{1} = res{2} expect unknown;
