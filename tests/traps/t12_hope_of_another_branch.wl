// T12, 1.5: a number between lo and hi is hoped for where there is one; where there is none, nothing is drawn.
// truth: lo = 1, hi = 0: Pr1[res = 0] = 1, Pr2[res = 0] = 0.
// owed: terminates
program Zero(lo : real, hi : real) : int {
  return 0;
}

program Between(lo : real, hi : real) : int {
  done := false;
  while (!done) {
    if (lo < hi) {
      z :=$ Laplace(1);
      if (lo < z && z < hi) { done := true; }
    }
  }
  return 0;
}

claim same : Zero ~ Between : lo{1} = lo{2} && hi{1} = hi{2} ==> res{1} = res{2} expect unknown;
