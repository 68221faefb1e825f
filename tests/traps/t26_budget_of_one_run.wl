// T26: a quadruple whose eps is not made equal. Each run has noise for its own eps, and the budget is
// whichever of the two one thinks of.
// truth: eps = 1 against eps = 100, x = 0 in both runs: Pr1[|res| > 1] = exp(-1), Pr2 = exp(-100).
// owed: bare-equal, same-noise
program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim private : Noisy ~ Noisy : within(x, 1) ==> res{1} = res{2} within (eps) expect unknown;
