// R29: a draw is moved to before a loop that assigns what it draws, or what it is drawn with.
// truth: `one` is true with probability 1, `two` with probability 1/2; `three` with probability 1, `four` never.
// owed: postcondition, guards-agree, invariant-entry
program One() : bool {
  X: x :=$ Flip(1/2);
  for i in 0 .. 1
    invariant i{1} > 0 ==> ={x};
  {
    x := true;
  }
  return x;
}

program Two() : bool {
  x := false;
  for i in 0 .. 1
    invariant i{1} > 0 ==> ={x};
  {
    x := true;
  }
  X: x :=$ Flip(1/2);
  return x;
}

claim target : One ~ Two : true ==> res{1} = res{2} check expect refuted;

program Three() : bool {
  p := 1;
  X: x :=$ Flip(p);
  for i in 0 .. 1
    invariant ={p};
  {
    p := 0;
  }
  return x;
}

program Four() : bool {
  p := 1;
  for i in 0 .. 1
    invariant ={p};
  {
    p := 0;
  }
  X: x :=$ Flip(p);
  return x;
}

claim parameter : Three ~ Four : true ==> res{1} = res{2} check expect refuted;
