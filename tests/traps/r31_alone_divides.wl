// R31, T9: the called program divides by its input; only run 2 calls it, and nobody looks at the result.
// truth: n = 0: Pr1[res = 0] = 1, and run 2 ends in a run-time error.
// owed: division-by-zero
program Inverse(n : int) : real {
  return 1/n;
}

program Zero(n : int) : int {
  return 0;
}

program Calls(n : int) : int {
  y :=$ Inverse(n);
  return 0;
}

claim same : Zero ~ Calls : n{1} = n{2} ==> res{1} = res{2} expect unknown;

claim near : Zero ~ Calls : n{1} = n{2} ==> res{1} = res{2} within (1, 1/2) expect unknown;
