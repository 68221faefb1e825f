// R15, R7: the bad event does not excuse two good samples with one image.
// truth: true has probability 1 in run 1 and 1/3 in run 2, and 1 > 1/3 + 1/3.
// owed: injective
program Sure() : bool {
  D: n :=$ Uniform(0..2);
  return true;
}

program Third() : bool {
  D: n :=$ Uniform(0..2);
  return n = 0;
}

claim same : Sure ~ Third : true ==> res{1} = res{2}
  within (0, 1/3)
  proof {
    D: couple n{2} = 0 cost 0 except n{1} = 2 slack 1/3;
  }
  check
  expect refuted;
