// R29: the draw of `Always` may go into the branches, but it is used in both of them; `Sometimes` draws in one only.
// truth: `Always` returns true with probability 1/3, `Sometimes` with probability 2/3.
// owed: postcondition
program Sometimes() : bool {
  c :=$ Flip(1/2);
  if (c) { L: x :=$ Flip(1/3); r := x; } else { r := true; }
  return r;
}

program Always() : bool {
  L: x :=$ Flip(1/3);
  c :=$ Flip(1/2);
  if (c) { r := x; } else { r := x; }
  return r;
}

claim same : Always ~ Sometimes : true ==> res{1} = res{2} check expect refuted;
