// R34: a number that is set back within a loop, taken for one that is only added to.
// truth: Reset forgets what it has counted. Pr1[res = 2] > 0, Pr2[res <= 1] = 1.
// owed: postcondition, guards-agree, missing-coupling
program Reset() : int {
  n := 0;
  c := false;
  while (!c) {
    n := 0;
    d :=$ Flip(1/2);
    if (d) { n := n + 1; }
    c :=$ Flip(1/2);
  }
  return n;
}

program Kept() : int {
  n := 0;
  c := false;
  while (!c) {
    d :=$ Flip(1/2);
    if (d) { n := n + 1; }
    c :=$ Flip(1/2);
  }
  return n;
}

claim same : Kept ~ Reset : true ==> res{1} = res{2} expect refuted check;
