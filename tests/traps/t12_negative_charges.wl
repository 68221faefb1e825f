// T12, 1.5: both runs hang together, and at the end the coin has cost -ln(3) or less than nothing.
// As an inequality from run 1 to run 2 this is right; as an exact coupling it is not.
// truth: Pr1[res = 0] = 1/4, Pr2[res = 0] = 3/4.
// owed: terminates, price, same-noise, budget
program Hangs(p : real) : int
  requires 0 < p && p < 1;
{
  c :=$ Flip(p) couple c{2} = c{1} cost (if c{1} then ln(1/3) else ln(3));
  while (!c)
    invariant ={c} && (c{1} ==> cost <= 0);
  {
    skip;
  }
  return 0;
}

claim same : Hangs ~ Hangs : p{1} = 1/4 && p{2} = 3/4 ==> res{1} = res{2} expect unknown;
