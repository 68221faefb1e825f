// T12, 1.5: runs that end are told apart by a factor of 2 at most, runs that hang by a factor of 500.
// truth: x = 0 against x = 1: Pr1[hangs] = 1/2, Pr2[hangs] = 1/1000.
// owed: terminates
program Hangs(x : private int) : int {
  c :=$ Flip(if x > 0 then 999/1000 else 1/2)
    couple c{2} = c{1}
    cost (if c{1} then ln(2) else ln(500));
  while (!c)
    invariant ={c} && (c{1} ==> cost <= ln(2));
  {
    skip;
  }
  return 0;
}

claim private : Hangs satisfies dp(ln(2)) when any expect unknown;
