// R31, T12: the called program ends with probability 1 for coins that may be true, and requires one; its caller does not.
// truth: p = 0: Pr1[res = 0] = 1, and run 2 never returns.
// owed: callee-requires
program Wait(p : real) : int
  requires 0 < p && p <= 1;
{
  c := false;
  while (!c) {
    c :=$ Flip(p);
  }
  return 0;
}

program Zero(p : real) : int
  requires 0 <= p && p <= 1;
{
  return 0;
}

program Calls(p : real) : int
  requires 0 <= p && p <= 1;
{
  y :=$ Wait(p);
  return 0;
}

claim same : Zero ~ Calls : p{1} = p{2} ==> res{1} = res{2} expect unknown;
