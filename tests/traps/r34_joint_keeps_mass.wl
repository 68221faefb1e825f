// R34, R30: a joint block with a loop that is never left by half of the runs, priced by what comes out.
// truth: an exact quadruple says that both runs end; they end with probability 1/2.
// owed: joint-block
program Block() : int {
  joint {
    a := 2;
    while (a != 0) {
      if (a = 2) { a :=$ Uniform({0, 1, 2}); }
    }
    y := a;
  } couple y{2} = y{1} cost 0;
  return y;
}

claim same : Block ~ Block : true ==> res{1} = res{2} expect unknown check;
