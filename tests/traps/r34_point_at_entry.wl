// R34: the law of a redraw loop, taken from its body alone: noise on the condition that it leaves the loop.
// truth: with probability 1/2 the loop is never entered. Pr1[res = 5] > 1/2 > Pr2[res = 5].
// owed: postcondition
program Entered() : int {
  y :=$ Uniform({-1, 5});
  while (!(y >= 0)) {
    y :=$ DiscreteLaplace(2);
  }
  return y;
}

program Conditioned() : int {
  y :=$ Geometric(1 - exp(-1/2));
  return y;
}

claim same : Entered ~ Conditioned : true ==> res{1} = res{2} expect refuted check;
