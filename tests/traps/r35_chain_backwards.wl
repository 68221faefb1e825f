// R35: a claim with `within` read from run 2 to run 1.
// truth: true has probability 1 in Always and 1/2 in Half; from Half to Always a factor of 1 is enough up to 1/2.
// lemma less: in its own direction
// lemma same: the program in the middle is the last one
// owed hop: not-supported
program Always() : bool {
  return true;
}

program Hangs() : bool {
  b :=$ Flip(1/2);
  while (b) {
    skip;
  }
  return true;
}

claim less : Hangs ~ Always : true ==> ={res} within (0, 0);

claim same : Hangs ~ Hangs : true ==> ={res} within (0, 0);

claim hop : Always ~ Hangs : true ==> ={res} within (0, 0) from less, same expect unknown;
