// T17, R18: a precondition and a `requires` that exclude each other, in a quadruple.
// truth: the claim holds of no pair of inputs, and the answer must say so.
// owed: vacuous
program Bit(x : int) : int
  requires 0 <= x && x <= 1;
{
  return x;
}

claim same : Bit ~ Bit : x{1} < x{2} && x{1} > 0 ==> res{1} = res{2};
