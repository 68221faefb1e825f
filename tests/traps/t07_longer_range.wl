// T7, R13: the same number is drawn in both runs, uniformly, but from ranges of different size.
// Every number of run 1 is possible in run 2; it is not as likely there.
// truth: n = 1 against n = 2: Pr1[res = 0] = 1, Pr2[res = 0] = 1/2.
// owed: same-noise
program Draw(n : private int) : int
  requires n >= 1;
{
  u :=$ Uniform(0 .. n - 1) couple u{2} = u{1};
  return u;
}

claim same : Draw ~ Draw : n{1} <= n{2} ==> res{1} = res{2} check n in 1..2 expect refuted;
