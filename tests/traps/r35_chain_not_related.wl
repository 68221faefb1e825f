// R35: inputs in the middle that the claims do not relate to those at the ends.
// truth: from x = 0 and x = 1 the two return 0 and 1.
// lemma same: equal inputs, equal results
// owed hop: from-relation
program Show(x : int) : int {
  return x;
}

claim same : Show ~ Show : ={x} ==> ={res};

claim hop : Show ~ Show : true ==> ={res}
  from same, same via (x = x{1})
  check x in {0, 1}
  expect refuted;
