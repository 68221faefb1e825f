// R17: one output at a time, with a postcondition over another variable. Each output o has a coupling
// of its own, and no single coupling serves all of them.
// truth: s is 0 in run 1 and 1 in run 2: no coupling makes them equal.
// owed: postcondition, not-supported
program Keep(x : private int) : int {
  s := x;
  u :=$ Uniform(0..1) couple u{2} = u{1};
  return u;
}

claim kept : Keep ~ Keep : x{1} = 0 && x{2} = 1 ==> s{1} = s{2} pointwise o expect unknown;
