// R29, T9: a draw sinks into a branch behind a loop that never ends, where nobody asks whether it exists.
// truth: for n = 2 One stops with an error before its loop: 2 is no probability.
// owed: not-a-probability
program One(n : int) : bool
  requires n >= 1;
{
  c := true;
  L: x :=$ Flip(n);
  while (c)
    invariant c{1} && c{2};
  {
    c := true;
  }
  if (c) { r := x; } else { r := false; }
  return r;
}

program Two(n : int) : bool
  requires n >= 1;
{
  c := true;
  while (c)
    invariant c{1} && c{2};
  {
    c := true;
  }
  if (c) { L: x :=$ Flip(1/n); r := x; } else { r := false; }
  return r;
}

claim same : One ~ Two : n{1} = n{2} ==> res{1} = res{2} within (0, 0) expect unknown;
