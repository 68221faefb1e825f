// T12, 1.5: what is hoped for is chosen when the draw has been seen: another number than the one that was drawn.
// truth: x and y are equal after every round: Pr1[res = n] = 1, Pr2[res = n] = 0.
// owed: terminates
program Same(n : int) : int {
  return n;
}

program Follows(n : int) : int {
  x := 0;
  y := 0;
  while (x = y) {
    x :=$ Uniform(0..1);
    y := 1 - (1 - x);
  }
  return n;
}

claim same : Same ~ Follows : n{1} = n{2} ==> res{1} = res{2} expect unknown;
