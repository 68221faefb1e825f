// T12, 1.5: the second program hangs with probability 1/2. Every run of it that ends gives 0.
// truth: Pr1[res = 0] = 1, Pr2[res = 0] = 1/2.
// owed: terminates, guards-agree
program Zero() : int {
  return 0;
}

program HalfHangs() : int {
  c :=$ Flip(1/2);
  while (c) {
    skip;
  }
  return 0;
}

claim same : Zero ~ HalfHangs : true ==> res{1} = res{2} expect unknown;
