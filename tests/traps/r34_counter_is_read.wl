// R34: a number that grows, left out of the states though the loop reads it.
// truth: y is 1 after an odd number of rounds. Pr1[res = 1] = 2/3, Pr2[res = 1] = 1.
// owed: postcondition, guards-agree, missing-coupling
program Parity() : int {
  n := 0;
  y := 0;
  c := false;
  while (!c) {
    n := n + 1;
    y := n mod 2;
    c :=$ Flip(1/2);
  }
  return y;
}

program One() : int {
  return 1;
}

claim same : Parity ~ One : true ==> res{1} = res{2} expect refuted check;
