// T12, R6, 1.5: a walk that goes down with probability 1/3 and up with 2/3. A few steps down would end it, from wherever
// it is, but there is no bound on how many.
// truth: from n >= 0 it comes to 0 with probability 1/2^n: for n = 1, Pr1[res = 0] = 1 and Pr2[res = 0] = 1/2.
// owed: terminates
program Zero(n : int) : int
  requires n >= 0;
{
  return 0;
}

program Walk(n : int) : int
  requires n >= 0;
{
  i := n;
  while (i > 0)
    invariant 0 <= i{2};
    decreases i;
  {
    c :=$ Flip(1/3);
    if (c) { i := i - 1; } else { i := i + 1; }
  }
  return i;
}

claim same : Zero ~ Walk : n{1} = n{2} ==> res{1} = res{2} expect unknown;
