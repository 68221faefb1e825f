// R34: a counter and a bit that goes with it, compared with two draws that have the same marginals.
// truth: Pr1[n = 0, y = 1] = 0, Pr2[n = 0, y = 1] = 1/2 * 1/3 = 1/6.
// owed: postcondition, guards-agree, missing-coupling
program Together() : (int, int) {
  n := 0;
  y := 0;
  c :=$ Flip(1/2);
  while (!c) {
    n := n + 1;
    y := 1 - y;
    c :=$ Flip(1/2);
  }
  return (n, y);
}

program Apart() : (int, int) {
  n :=$ Geometric(1/2);
  b :=$ Flip(1/3);
  y := if b then 1 else 0;
  return (n, y);
}

claim same : Together ~ Apart : true ==> res{1} = res{2} expect refuted check;
