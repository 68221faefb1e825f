// R34: noise around what was drawn before, taken for noise around 0.
// truth: Walk goes on from where it is: if it is at -1 or -2, it may come to 0. Pr1[res <= 1] > Pr2[res <= 1].
// owed: postcondition, guards-agree, missing-coupling, terminates
program Walk() : int {
  y :=$ DiscreteLaplace(1);
  n := 0;
  while (y < 0 && n < 2) {
    y :=$ DiscreteLaplace(1, y);
    n := n + 1;
  }
  return max(y, 0);
}

program Redraw() : int {
  y :=$ DiscreteLaplace(1);
  n := 0;
  while (y < 0 && n < 2) {
    y :=$ DiscreteLaplace(1, 0);
    n := n + 1;
  }
  return max(y, 0);
}

claim same : Walk ~ Redraw : true ==> res{1} = res{2} expect refuted check;
