// T9: a coin whose probability is not known to be one. With the same coin in both runs the identity
// is free, whatever p is.
// truth: p = 2 is no probability: the program fails there.
// owed: not-a-probability
program Toss(x : private int, p : real) : bool
  requires p >= 0;
{
  b :=$ Flip(p) couple b{2} = b{1};
  return b;
}

claim private : Toss satisfies noninterference when any check x in 0..1, p = 2 expect unknown;
