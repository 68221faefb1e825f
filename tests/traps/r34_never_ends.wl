// R34: a loop that is left where noise hits one real number, which has probability 0.
// truth: no run of Never ends. Pr1[res = 0] = 0, Pr2[res = 0] = 1.
// owed: terminates, guards-agree, missing-coupling
program Never() : int {
  z :=$ Laplace(1);
  while (z != 0) {
    z :=$ Laplace(1);
  }
  return 0;
}

program Zero() : int {
  return 0;
}

claim same : Never ~ Zero : true ==> res{1} = res{2} expect unknown check;
