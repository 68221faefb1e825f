// R29: a draw is moved to where the other program makes it, past a statement that reads the variable.
// truth: the coin of One is fair; y of Two is drawn while x is still false, so that it is always false.
// owed: postcondition
program One() : bool {
  X: x :=$ Flip(1/2);
  Y: y :=$ Flip(if x then 1 else 0);
  return y;
}

program Two() : bool {
  x := false;
  Y: y :=$ Flip(if x then 1 else 0);
  X: x :=$ Flip(1/2);
  return y;
}

claim same : One ~ Two : true ==> res{1} = res{2} check expect refuted;
