// R34: half of the runs never leave the loop; those that do are alike in both runs.
// truth: an exact quadruple says that both runs end. They end with probability 1/2: Pr1[res = 0] = 1/2.
// owed: terminates, guards-agree, missing-coupling
program Half() : int {
  a := 2;
  while (a != 0) {
    if (a = 2) { a :=$ Uniform({0, 1, 2}); }
  }
  return a;
}

claim same : Half ~ Half : true ==> res{1} = res{2} expect unknown check;
