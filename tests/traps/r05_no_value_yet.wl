// R5: the invariants speak of a variable of the other program before it has a value; taken for one
// fixed number, it would have to be 3 and 4.
// truth: res{1} = n and res{2} = n + 1, whatever n is.
// owed: no-value
program Counts(n : real) : real {
  i := 0;
  while (i < 3)
    invariant ={i} && 0 <= i{1} && i{1} <= 3;
    invariant i{1} = 0 || x{2} = i{1};
    decreases 3 - i;
  {
    i := i + 1;
  }
  i := 0;
  while (i < 4)
    invariant ={i} && 0 <= i{1} && i{1} <= 4;
    invariant i{1} = 0 || x{2} = i{1};
    decreases 4 - i;
  {
    i := i + 1;
  }
  return n;
}

program Keeps(n : real) : real {
  i := 0;
  while (i < 3)
    decreases 3 - i;
  {
    i := i + 1;
    x := i;
  }
  i := 0;
  while (i < 4)
    decreases 4 - i;
  {
    i := i + 1;
    x := i;
  }
  return n + 1;
}

claim same : Counts ~ Keeps : n{1} = n{2} ==> res{1} = res{2} expect unknown;
