// R29: a draw is moved into the branches of an `if` whose guard it decides.
// truth: Eager answers 0 or 1, each with probability 1/2; Lazy always answers 1.
// owed: postcondition
program Eager() : int {
  k := true;
  K: k :=$ Flip(1/2);
  if (k) { r := 1; } else { r := 0; }
  return r;
}

program Lazy() : int {
  k := true;
  if (k) { K: k :=$ Flip(1/2); r := 1; } else { r := 0; }
  return r;
}

claim same : Eager ~ Lazy : true ==> res{1} = res{2} check expect refuted;
