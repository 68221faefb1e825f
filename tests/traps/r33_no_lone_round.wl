// R33, 1.5: no round of run 1 is gone alone, and that such rounds end says nothing of those that both runs go.
// truth: the masses of the results are 1/4 and 3/4.
// owed: terminates
program Waits(b : private bool) : int {
  c :=$ Flip(if b then 1/4 else 3/4) couple c{2} = c{1};
  while (!c)
    alone 1 when false;
    invariant ={c};
  {
    skip;
  }
  return 0;
}

claim same : Waits ~ Waits : b{1} && !b{2} ==> res{1} = res{2} expect unknown;
