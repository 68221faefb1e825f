// T25, R4, R12: only the run with x > 0 draws. The coupling there speaks of a draw that the other run
// does not make, and cannot make a{2} equal to a{1}.
// truth: x = 0 against x = 1: Pr1[res = false] = 1, Pr2[res = false] = 1/2.
// owed: guards-agree, results-equal
program OneDraws(x : private int) : bool {
  a := false;
  if (x > 0) {
    a :=$ Flip(1/2) couple a{2} = a{1};
  }
  return a;
}

claim private : OneDraws satisfies dp(ln(2)) when any check x in 0..1 expect refuted;
