// T32: -7 div 2 is -4, not -3. If quotients were cut towards zero, those of x and of -x would differ
// in their sign only.
// truth: x = -7: Pr1[res = -4] = 1, Pr2[res = -4] = 0.
// owed: results-equal, postcondition
program Quotient(x : int) : int {
  return x div 2;
}

program Mirrored(x : int) : int {
  return -(-x div 2);
}

claim same : Quotient ~ Mirrored : x{1} = x{2} ==> res{1} = res{2}
  check x in -7 .. -6
  expect refuted;
