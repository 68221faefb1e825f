// T12, R6, 1.5: in every round the loop may end, with a chance that gets smaller from round to round.
// truth: it goes on for ever with probability (1 - 1/4)*(1 - 1/9)*(1 - 1/16)*... = 1/2, so that Pr1[res = n] = 1 and
// Pr2[res = n] = 1/2.
// owed: terminates
program Same(n : int) : int {
  return n;
}

program Fades(n : int) : int {
  c := false;
  i := 0;
  while (!c)
    invariant 0 <= i{2};
  {
    c :=$ Flip(1/(i + 2)^2);
    i := i + 1;
  }
  return n;
}

claim alone : Same ~ Fades : n{1} = n{2} ==> res{1} = res{2} expect unknown;

program Seen(x : private int) : int {
  c := false;
  i := 0;
  while (!c)
    invariant ={c, i} && 0 <= i{1} && cost = 0;
  {
    c :=$ Flip(1/(i + 2)^2) couple c{2} = c{1};
    i := i + 1;
  }
  return 0;
}

claim together : Seen satisfies noninterference when any expect unknown;
