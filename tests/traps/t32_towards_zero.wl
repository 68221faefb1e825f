// T32: -7 div 2 is -4, not -3, and its remainder is 1, not -1: with cutting towards zero x and -x
// would have the same quotient but for the sign.
// truth: x = -7: Pr1[res = -4] = 1, Pr2[res = -4] = 0.
// owed: results-equal, postcondition
program Quotient(x : int) : int {
  return x div 2;
}

program Mirrored(x : int) : int {
  return -(-x div 2);
}

claim same : Quotient ~ Mirrored : x{1} = x{2} ==> res{1} = res{2}
  check x in -7 .. 7
  expect refuted;
