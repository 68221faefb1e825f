// T1: the noise is folded at 0. z and -z have the same probability, so the ratio is 1 everywhere,
// but they have the same image.
// truth: s = 0 against s = 1: Pr1[res = 1] = 2*Pr2[res = 1]; 2/5 and 1/5 for the uniform noise.
// owed: injective
program Fold(s : private int, b : real) : int
  requires b > 0;
{
  z :=$ DiscreteLaplace(b) couple z{2} = |z{1}|;
  return if s = 0 then |z| else z;
}

program FoldUniform(s : private int) : int {
  z :=$ Uniform(-2 .. 2) couple z{2} = |z{1}|;
  return if s = 0 then |z| else z;
}

claim same : Fold ~ Fold : s{1} = 0 && s{2} = 1 && b{1} = b{2} ==> res{1} = res{2} expect unknown;

claim uniform : FoldUniform ~ FoldUniform : s{1} = 0 && s{2} = 1 ==> res{1} = res{2}
  check s in 0..1
  expect refuted;
