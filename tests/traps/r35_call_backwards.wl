// R35: a claim with `within` cited for calls the other way around.
// truth: true has probability 1 in the first and 1/2 in the second.
// lemma less: in its own direction
// owed hop: callee-relation
program Half() : bool {
  b :=$ Flip(1/2);
  while (b) {
    skip;
  }
  return true;
}

program Always() : bool {
  return true;
}

claim less : Half ~ Always : true ==> ={res} within (0, 0);

program First() : bool {
  x :=$ Always() couple by less;
  return x;
}

program Second() : bool {
  x :=$ Half() couple by less;
  return x;
}

claim hop : First ~ Second : true ==> ={res} within (0, 0) expect unknown;
