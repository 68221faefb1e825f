// R2: after a first step that costs nothing the two runs are in different states. The second step is
// judged as if they were equal.
// truth: x = 0 against x = 1: the answer costs eps, not 0; in the twin Pr1[res = 0] = 1/2,
// Pr2[res = 0] = 0.
// owed: results-equal
program Copied(x : private int, eps : real) : real
  requires eps > 0;
{
  t := x;
  z :=$ Laplace(1/eps) couple z{2} = z{1};
  return t + z;
}

program CopiedUniform(x : private int) : int {
  t := x;
  z :=$ Uniform(0..1) couple z{2} = z{1};
  return t + z;
}

claim free : Copied satisfies dp(0) when within(x, 1) expect unknown;

claim uniform : CopiedUniform satisfies dp(0) when within(x, 1) check x in 0..1 expect refuted;
