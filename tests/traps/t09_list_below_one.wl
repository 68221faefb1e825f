// T9: an index is drawn with the probabilities of a list that need not add up to 1. With the same list in
// both runs the identity is free, whatever they add up to.
// truth: w = [1/4] leaves three quarters of the mass out: the program fails there.
// owed: weights-not-one
program Pick(x : private int, w : list[real]) : int
  requires forall i. 0 <= i && i < size(w) ==> 0 <= w[i] && w[i] <= 1;
{
  y :=$ Choice(w) couple y{2} = y{1};
  return y;
}

claim private : Pick satisfies noninterference when any check x in 0..1, w = [1/4] expect unknown;
