// R35: a variable of the program in the middle taken for one of the same name at an end.
// truth: y is 0 at the end of Zero and 1 at the end of One.
// lemma one: nothing is said of Zero
// lemma two: nothing is said of Middle
// owed hop: postcondition
program Zero() : int {
  y := 0;
  return 5;
}

program Middle() : int {
  y := 1;
  return 5;
}

program One() : int {
  y := 1;
  return 5;
}

claim one : Zero ~ Middle : true ==> y{2} = 1;

claim two : Middle ~ One : true ==> ={y};

claim hop : Zero ~ One : true ==> ={y} from one, two expect unknown;
