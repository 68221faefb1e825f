// R35: a chain of an inequality and a coupling, taken for a coupling.
// truth: Hangs returns nothing, Zero returns 0: the masses are 0 and 1.
// lemma less: what never ends is less likely than anything
// lemma same: the program in the middle is the last one
// owed hop: from-budget
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

claim same : Zero ~ Zero : true ==> ={res};

claim hop : Hangs ~ Zero : true ==> ={res} from less, same expect unknown;
