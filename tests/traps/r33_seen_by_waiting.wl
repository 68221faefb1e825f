// R33, 1.5: a loop that may never end, in which no run goes alone; who waits sees it.
// truth: it does not end with probability 1/1000 for x and 1/2 without it: a ratio of 500.
// owed: terminates
program Waits(x : private bool) : int {
  c :=$ Flip(if x then 999/1000 else 1/2) couple c{2} = c{1};
  while (!c)
    alone 1 when false;
    alone 2 when false;
    invariant ={c};
    invariant c{1} ==> cost <= ln(2);
  {
    skip;
  }
  return 0;
}

claim near : Waits satisfies dp(ln(2)) when any expect unknown;
