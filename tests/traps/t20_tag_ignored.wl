// T20: the two answers carry the same number with different tags.
// truth: x = 0 against x = 1: Pr1[res = (false, 0)] = 1, Pr2[res = (false, 0)] = 0.
// owed: results-equal
program Tagged(x : private int) : (bool, int) {
  return (x > 0, 0);
}

claim private : Tagged satisfies noninterference when any check x in 0..1 expect refuted;
