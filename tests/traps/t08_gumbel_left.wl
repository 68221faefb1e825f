// T8, R9: Gumbel noise cancels the difference of the numbers, whichever sign it has. Moved to the right
// by 1 no density is more than exp(1) times its image; moved to the left the ratio has no bound.
// truth: x = 0 against x = 1: Pr1[res <= -3] = exp(-exp(3)) > 10^-9, Pr2[res <= -3] = exp(-exp(4)) < 10^-23.
// owed: shift-bound
program Told(x : private int) : real {
  z :=$ Gumbel(1) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim private : Told ~ Told : x{1} - x{2} <= 1 && x{2} - x{1} <= 1 ==> res{1} = res{2}
  within (1, 0)
  check x in 0..1
  expect refuted;
