// A loop against its unrolling: the number of successes in three biased coins.
// The control of the two programs differs, their distributions do not.
program Loop() : int {
  i := 0;
  wins := 0;
  while (i < 3)
    decreases 3 - i;
  {
    b :=$ Flip(1/3);
    if (b) { wins := wins + 1; }
    i := i + 1;
  }
  return wins;
}

program Unrolled() : int {
  a :=$ Flip(1/3);
  b :=$ Flip(1/3);
  c :=$ Flip(1/3);
  return (if a then 1 else 0) + (if b then 1 else 0) + (if c then 1 else 0);
}

claim same : Loop ~ Unrolled : true ==> res{1} = res{2} check;
