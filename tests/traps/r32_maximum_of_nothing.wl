// R32: of the maximum of an empty list nothing is known; that it is an entry would be a contradiction,
// from which anything follows.
// truth: r is empty at the assertion, and nothing says that its `max` is not negative; at the end both
// results are 0, and the first is not larger.
// owed: assertion, postcondition
program Started(x : int) : int {
  r := [];
  assert 0 <= max(r{1});
  return 0;
}

claim wrong : Started ~ Started : x{1} = x{2} ==> res{1} > res{2} check x = 0 expect refuted;
