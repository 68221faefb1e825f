// T18: the coupling speaks of t as it is before the draw, which is 0 in both runs; the program sets
// t to the secret afterwards. Read at the end, the shift is the right one, and its price was 0.
// truth: x = 0 against x = 1: the answer x + z with noise of scale 1/eps costs eps, not 0; in the
// twin Pr1[res = 0] = 1/3, Pr2[res = 0] = 0.
// owed: results-equal
program Late(x : private int, eps : real) : real
  requires eps > 0;
{
  t := 0;
  z :=$ Laplace(1/eps) couple z{2} = z{1} + t{1} - t{2};
  t := x;
  return t + z;
}

program LateUniform(x : private int) : int {
  t := 0;
  z :=$ Uniform(0..2) couple z{2} = z{1} + t{1} - t{2};
  t := x;
  return t + z;
}

claim free : Late satisfies dp(0) when within(x, 1) expect unknown;

claim uniform : LateUniform satisfies dp(0) when within(x, 1) check x in 0..1 expect refuted;
