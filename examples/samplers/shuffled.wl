// A random order, one swap after the other, is one of all orders
// Fisher and Yates: each of the six orders has probability 1/6.
program BySwaps() : list[int] {
  a := [0, 1, 2];
  i :=$ Uniform(0..2);
  t := a[i];
  a[i] := a[2];
  a[2] := t;
  j :=$ Uniform(0..1);
  s := a[j];
  a[j] := a[1];
  a[1] := s;
  return a;
}

program Ordered() : list[int] {
  a :=$ Permutation(3);
  return a;
}

claim same : BySwaps ~ Ordered : true ==> res{1} = res{2} check;
