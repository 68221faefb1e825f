// R17: a quadruple with another postcondition than equality, one output at a time. That the results
// are equal is shown; the postcondition does not follow from it.
// truth: Pr1[res = 0] = Pr2[res = 0] = 1: no coupling makes res{1} < res{2}.
// owed: postcondition, not-supported
program Draw(n : int) : int
  requires n >= 0;
{
  u :=$ Uniform(0..n) couple u{2} = u{1};
  return u - u;
}

claim less : Draw ~ Draw : n{1} = n{2} ==> res{1} < res{2} pointwise o expect unknown;
