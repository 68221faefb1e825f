// T12, R6, 1.5: the coin is the same in all rounds, but it may be one that is never true.
// truth: p = 0: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: terminates
program Zero(p : real) : int
  requires 0 <= p && p <= 1;
{
  return 0;
}

program Waits(p : real) : int
  requires 0 <= p && p <= 1;
{
  c := false;
  while (!c) {
    c :=$ Flip(p);
  }
  return 0;
}

claim same : Zero ~ Waits : p{1} = p{2} ==> res{1} = res{2} expect unknown;
