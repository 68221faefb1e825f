// T1, R7: run 2 is told to draw 0 whatever run 1 drew. Both values are equally likely, so every
// single step looks free, but two values of run 1 share one value of run 2.
// truth: s = 0 against s = 1: Pr1[res = true] = 1, Pr2[res = true] = 1/2.
// owed: injective
program Coin(s : private int) : bool {
  x :=$ Uniform(0..1) couple x{2} = 0;
  return s = 0 || x = 0;
}

claim same : Coin ~ Coin : s{1} = 0 && s{2} = 1 ==> res{1} = res{2} check s in 0..1 expect refuted;
