// T28, R17: pointwise by the pattern z, which agrees in both runs; the value that is released beside
// it does not.
// truth: x = 0 against x = 1: Pr1[res = (true, 0)] = 1/2, Pr2[res = (true, 0)] = 0.
// owed: output-equal, results-equal
program Beside(x : private int) : (bool, int) {
  z :=$ Uniform(0..1) couple z{2} = z{1};
  return (z = 1, x);
}

claim free : Beside satisfies dp(0) when any pointwise o = z check x in 0..1 expect refuted;
