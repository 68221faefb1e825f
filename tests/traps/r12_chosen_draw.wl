// R12: run 2 draws alone, and its draw is chosen so that the results agree. Nobody chooses a draw.
// truth: Pr1[res = 0] = 1, Pr2[res = 0] = 1/2.
// owed: postcondition, results-equal, missing-coupling
program Zero(n : int) : int {
  return 0;
}

program Draw(n : int) : int
  requires n >= 1;
{
  x :=$ Uniform(0..n);
  return x;
}

claim same : Zero ~ Draw : n{1} = n{2} ==> res{1} = res{2} check n = 1 expect refuted;
