// The exponential mechanism: any index, kept with probability exp(eps*(score - best)/2); here eps = 2 ln(2)
// The same law as ExpMech, whose weights are exp(eps * score / 2).
program ByRejection() : int {
  i := 0;
  kept := false;
  while (!kept) {
    i :=$ Uniform(0..2);
    kept :=$ Flip(if i = 0 then 1 else if i = 1 then 1/2 else 1/4);
  }
  return i;
}

program Chosen() : int {
  i :=$ ExpMech(2*ln(2), [2, 1, 0]);
  return i;
}

claim same : ByRejection ~ Chosen : true ==> res{1} = res{2} check;
