// R31, T12: the claim about the callee leaves half of its results out, those for which the caller hangs.
// truth: the caller hangs with probability 1/2, and that it ends is owed.
// lemma half: Pr1[S] <= Pr2[what 0 is related to] + 1/2 for every S.
// owed private: terminates
program Bit(x : bool) : int {
  b :=$ Flip(1/2);
  return if b then 1 else 0;
}

claim half : Bit ~ Bit : true ==> res{1} = 0 && res{2} = 0 within (0, 1/2);

program Waits(s : private int, x : bool) : int {
  y :=$ Bit(x) couple by half;
  while (y != 0) {
    skip;
  }
  return y;
}

claim private : Waits satisfies dp(0, 1/2) when any expect unknown;
