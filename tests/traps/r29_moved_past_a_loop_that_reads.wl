// R29: a draw is moved to before a loop that looks at the variable.
// truth: One returns 3 with probability 1/2; in Two x is false until the loop is over, and it returns 0.
// owed: postcondition, guards-agree
program One() : int {
  x := false;
  n := 0;
  X: x :=$ Flip(1/2);
  while (x && n < 3)
    invariant ={x, n};
    decreases 3 - n;
  {
    n := n + 1;
  }
  return n;
}

program Two() : int {
  x := false;
  n := 0;
  while (x && n < 3)
    invariant ={x, n};
    decreases 3 - n;
  {
    n := n + 1;
  }
  X: x :=$ Flip(1/2);
  return n;
}

claim same : One ~ Two : true ==> res{1} = res{2} check expect refuted;
