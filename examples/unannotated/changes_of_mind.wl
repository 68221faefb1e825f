// How often a list of answers changes, with noise: each answer is compared with the one before it.
// True: one answer stands in two comparisons, so that the number moves by at most 2, and then only
// while the answer before it is the one that differs.
program Changes(answers : private list[bool], eps : real) : real
  requires eps > 0;
{
  changes := 0;
  last := false;
  for i in 0 .. size(answers) {
    if (answers[i] != last) { changes := changes + 1; }
    last := answers[i];
  }
  z :=$ Laplace(2/eps);
  return changes + z;
}

claim private : Changes satisfies dp(eps) when one_differs(answers);
