// R29: the draw behind the loop is coupled with the one in front, not with what the last round of a loop draws.
// truth: for n = 0 the loop draws nothing, y is false, and x is true with probability 1/3.
// owed: postcondition, missing-coupling
program Behind(n : int) : (bool, bool) {
  y := false;
  for i in 0 .. n {
    y :=$ Flip(1/3);
  }
  x :=$ Flip(1/3);
  return (x, y);
}

program Before(n : int) : (bool, bool) {
  x :=$ Flip(1/3);
  y := false;
  for i in 0 .. n {
    y :=$ Flip(1/3);
  }
  return (x, y);
}

claim crossed : Behind ~ Before : ={n} ==> res{1}.0 = res{2}.1 && res{1}.1 = res{2}.0
  check n in 0..1
  expect refuted;
