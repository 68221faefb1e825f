// R30: what the block reads lies in no finite range, so that its price is not known for all of it.
// truth: the report of c = 9 is never 1, that of c = 0 is with probability 1/2.
// owed: joint-block
program Wide(c : private int) : int {
  joint {
    u :=$ Uniform(0..1);
    z := if c < 2 then u else c;
  } couple z{2} = z{1} cost 0;
  return z;
}

claim private : Wide satisfies dp(0) when any check c in {0, 9} expect refuted;
