// T9: three weights that add up to 1 only if p is 1/3. With the same weights in both runs the
// identity is free, whatever they add up to.
// truth: p = 1/4 leaves a quarter of the mass out: the program fails there.
// owed: weights-not-one
program Pick(x : private int, p : real) : int
  requires 0 < p && p <= 1/3;
{
  y :=$ Choice({0 @ p, 1 @ p, 2 @ p}) couple y{2} = y{1};
  return y;
}

claim private : Pick satisfies noninterference when any check x in 0..1, p = 1/4 expect unknown;
