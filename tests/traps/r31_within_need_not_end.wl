// R31, T12: a claim with `within` holds of a program that hangs half of the time; the caller cites it.
// truth: both runs hang with probability 1/2, and that they end is owed.
// lemma near: both runs return 0 with probability 1/2, and the claim is an inequality between these.
// owed private: terminates
program Hangs(x : bool) : int {
  c :=$ Flip(1/2) couple c{2} = c{1};
  while (!c)
    invariant ={c};
  {
    skip;
  }
  return 0;
}

claim near : Hangs ~ Hangs : true ==> res{1} = res{2} within (0, 0);

program Calls(s : private int, x : bool) : int {
  y :=$ Hangs(x) couple by near;
  return y;
}

claim private : Calls satisfies noninterference when any expect unknown;
