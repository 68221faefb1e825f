// R33, T3: both runs go a round, though one of them has left the loop.
// truth: n is returned, epsilon is infinite.
// owed: guards-agree
program Counts(n : private int) : int
  requires 0 <= n;
{
  i := 0;
  while (i < n)
    alone 1 when false;
    invariant ={i};
    decreases n - i;
  {
    i := i + 1;
  }
  return i;
}

claim same : Counts satisfies dp(0) when any check n in 0..2 expect refuted;
