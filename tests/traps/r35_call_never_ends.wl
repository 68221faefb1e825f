// R35: an inequality cited where a coupling is claimed.
// truth: First returns nothing, Second returns 0.
// lemma less: what never ends is less likely than anything
// owed hop: terminates
program Hangs() : int {
  while (true) {
    skip;
  }
  return 0;
}

program Zero() : int {
  return 0;
}

claim less : Hangs ~ Zero : true ==> ={res} within (0, 0);

program First() : int {
  x :=$ Hangs() couple by less;
  return x;
}

program Second() : int {
  x :=$ Zero();
  return x;
}

claim hop : First ~ Second : true ==> ={res} expect unknown;
