// Noise that falls by a factor of 1/2, as the sampler of log-concave laws draws it: a block of two numbers, one of its
// numbers, kept with the probability that its mass has beside the largest of the block
program ByBlocks() : int {
  x := 0;
  kept := false;
  while (!kept) {
    at :=$ Uniform(0..1);
    block :=$ Choice({0 @ 16/21, 1 @ 4/21, 2 @ 1/21});
    x := 2*block + at;
    kept :=$ Flip(if at = 0 then 1 else 1/2);
  }
  return x;
}

program Drawn() : int {
  x :=$ Truncate(Geometric(1/2), 0, 5);
  return x;
}

claim same : ByBlocks ~ Drawn : true ==> res{1} = res{2} check;
