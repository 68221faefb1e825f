// R31, R1: a callee that adds to its list in some rounds only, taken for one that adds to it in each.
// truth: Chosen returns [] if its coins say so, and then there is no a[0].
// owed: index-out-of-range
program Chosen(n : int) : list[bool]
  requires n >= 1;
{
  out := [];
  for i in 0 .. n {
    c :=$ Flip(1/2);
    if (c) { out := out ++ [c]; }
  }
  return out;
}

program First(n : int) : bool
  requires n >= 1;
{
  a :=$ Chosen(n) couple none;
  b := a[0];
  return true;
}

claim same : First satisfies noninterference when any expect unknown;
