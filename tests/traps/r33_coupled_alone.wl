// R33: what only one run draws is taken for coupled.
// truth: Pr[res] = 1/2 with s, and 0 without it: epsilon is infinite.
// owed: invariant-kept, results-equal
program Tosses(s : private bool) : bool {
  x := false;
  i := if s then 0 else 1;
  while (i < 1)
    alone 1 when i{1} < i{2};
    alone 2 when i{2} < i{1};
    invariant 0 <= i{1} && i{1} <= 1 && 0 <= i{2} && i{2} <= 1;
    invariant ={x};
    invariant cost = 0;
  {
    x :=$ Flip(1/2) couple x{2} = x{1};
    i := i + 1;
  }
  return x;
}

claim same : Tosses satisfies dp(0) when any check expect refuted;
