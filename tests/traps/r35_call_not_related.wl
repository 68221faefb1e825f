// R35: arguments of two programs that the claim does not relate.
// truth: from s = 0 and s = 1 the two return 0 and 1.
// lemma alike: equal inputs, equal results
// owed hop: callee-relation
program Show(x : int) : int {
  return x;
}

program Twin(x : int) : int {
  return x + 0;
}

claim alike : Show ~ Twin : ={x} ==> ={res};

program First(s : private int) : int {
  y :=$ Show(s) couple by alike;
  return y;
}

program Second(s : private int) : int {
  y :=$ Twin(s);
  return y;
}

claim hop : First ~ Second : true ==> ={res} check s in {0, 1} expect refuted;
