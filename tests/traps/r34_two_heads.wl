// R34: the tosses until two heads come in a row, and until a head comes before a tail, as one tail of the same mass.
// truth: Pr1[res = 2] = Pr2[res = 2] = 1/4, but Pr1[res = 3] = 1/8 and Pr2[res = 3] = 1/4.
// owed: postcondition, guards-agree, missing-coupling
program Heads() : int {
  n := 0;
  h := 0;
  while (h < 2) {
    c :=$ Flip(1/2);
    h := if c then h + 1 else 0;
    n := n + 1;
  }
  return n;
}

program Mixed() : int {
  n := 0;
  h := 0;
  while (h < 2) {
    c :=$ Flip(1/2);
    h := if c then 1 else if h = 1 then 2 else 0;
    n := n + 1;
  }
  return n;
}

claim same : Heads ~ Mixed : true ==> res{1} = res{2} expect refuted check;
