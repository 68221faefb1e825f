// R13, T7: the same number in both runs, from intervals of different length. All that run 1 draws is
// possible in run 2, at half the density.
// truth: b = 1 against b = 2: Pr1[res < 1] = 1, Pr2[res < 1] = 1/2.
// owed: same-noise
program Draw(b : private int) : real
  requires b >= 1;
{
  u :=$ UniformReal(0, b) couple u{2} = u{1};
  return u;
}

claim same : Draw ~ Draw : b{1} <= b{2} ==> res{1} = res{2} check b in 1..2 expect refuted;
