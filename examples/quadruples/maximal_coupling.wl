// The maximal coupling: two distributions agree with probability 1 - d under the best coupling, where
// d is their total variation (Doeblin 1938). A die that is loaded for the six can be tossed with a
// fair one such that both show the same except with probability 1/3, and no smaller one will do.
program Fair() : int {
  n :=$ Uniform(1..6);
  return n;
}

program Loaded() : int {
  n :=$ Choice({1 @ 1/10, 2 @ 1/10, 3 @ 1/10, 4 @ 1/10, 5 @ 1/10, 6 @ 1/2});
  return n;
}

claim maximal : Fair ~ Loaded : true ==> res{1} = res{2} within (0, 1/3);

claim closer : Fair ~ Loaded : true ==> res{1} = res{2} within (0, 1/4) expect refuted;
