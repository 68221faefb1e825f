// R12: a hole where a coupling should be, in a claim that is false. A hole is not a free choice.
// truth: x = 0 against x = 1: Pr1[res = 0] = 1/2, Pr2[res = 0] = 0.
// owed: missing-coupling, results-equal
program Noisy(x : private int) : int {
  u :=$ Uniform(0..1) couple ?;
  return x + u;
}

claim private : Noisy satisfies dp(1) when within(x, 1) check x in 0..1 expect refuted;
