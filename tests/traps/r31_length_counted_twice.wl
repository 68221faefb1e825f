// R31: a loop that counts in steps of two, on some of its ways, goes round less often than its bound says.
// truth: Halved returns (n + 1) div 2 elements if it always counts twice, and then there is no a[n - 1] for n = 2.
// owed: index-out-of-range
program Halved(n : int) : list[int]
  requires n >= 2;
{
  x := [];
  i := 0;
  while (i < n)
    decreases n - i;
  {
    c :=$ Flip(1/2);
    if (c) { i := i + 1; }
    x := x ++ [i];
    i := i + 1;
  }
  return x;
}

program Last(n : int) : bool
  requires n >= 2;
{
  a :=$ Halved(n) couple none;
  b := a[n - 1];
  return true;
}

claim same : Last satisfies noninterference when any expect unknown;
