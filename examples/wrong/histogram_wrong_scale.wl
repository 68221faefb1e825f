// A histogram with noise of scale eps instead of 1/eps, the classical slip between scale and rate.
// The loss of a bin that moves by 1 is 1/eps: too much exactly when eps < 1. At eps = 1/ln(3), which
// is 0.91, the loss is ln(3) and refutes the claim; at eps = 1/ln(2) nothing is wrong with it.
program HistogramWrongScale(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  i := 0;
  out := [];
  while (i < size(h))
    decreases size(h) - i;
  {
    t :=$ Clamp(DiscreteLaplace(eps, h[i]), 0, 1);
    out := out ++ [t];
    i := i + 1;
  }
  return out;
}

claim private : HistogramWrongScale satisfies dp(eps) when one_differs(h, 1)
  check size(h) = 1, h[_] in {0, 1}, eps in {1/ln(3), 1/ln(2)}
  expect refuted;
