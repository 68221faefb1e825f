// T12, 1.5: the range gets wider from round to round, and one number out of it is hoped for.
// truth: x = 1 is never drawn with probability (1 - 1/4)*(1 - 1/9)*(1 - 1/16)*... = 1/2, so that Pr1[res = n] = 1 and
// Pr2[res = n] = 1/2.
// owed: terminates
program Same(n : int) : int {
  return n;
}

program Widens(n : int) : int {
  x := 0;
  i := 2;
  while (x != 1)
    invariant 2 <= i{2};
  {
    x :=$ Uniform(1 .. i*i);
    i := i + 1;
  }
  return n;
}

claim same : Same ~ Widens : n{1} = n{2} ==> res{1} = res{2} expect unknown;
