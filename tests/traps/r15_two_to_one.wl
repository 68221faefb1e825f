// R15, R7: both faces of the coin of run 1 go to one face of run 2, and each uses its mass for itself.
// truth: true has probability 1 in run 1 and 1/2 in run 2.
// owed: injective
program Sure() : bool {
  D: b :=$ Flip(1/2);
  return true;
}

program Coin() : bool {
  D: b :=$ Flip(1/2);
  return b;
}

claim same : Sure ~ Coin : true ==> res{1} = res{2}
  within (0, 1/10)
  proof {
    D: couple b{2} = true cost 0 slack 0;
  }
  check
  expect refuted;
