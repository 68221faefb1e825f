// T9: the coupling leads run 2 only to b = true; in the other half of its runs it divides by zero.
// truth: run 2 ends in a run-time error with probability 1/2.
// owed: division-by-zero
program Sure(n : real) : bool {
  b :=$ Flip(1) couple b{2} = b{1};
  return b;
}

program Breaks(n : real) : bool {
  b :=$ Flip(1/2);
  x := if b then 1 else 0;
  y := 1/x;
  return b;
}

claim half : Sure ~ Breaks : true ==> res{1} = res{2} within (ln(2), 0) expect unknown;
