// R31: the bound of the loop gets smaller in every round, so that it goes round half as often.
// truth: for n = 2 the list has one element, and there is no a[1].
// owed: index-out-of-range
program Shrinking(n : int) : list[int]
  requires n >= 2;
{
  x := [];
  i := 0;
  m := n;
  while (i < m)
    decreases m - i;
  {
    m := m - 1;
    x := x ++ [i];
    i := i + 1;
  }
  return x;
}

program Last(n : int) : bool
  requires n >= 2;
{
  a :=$ Shrinking(n) couple none;
  b := a[n - 1];
  return true;
}

claim same : Last satisfies noninterference when any expect unknown;
