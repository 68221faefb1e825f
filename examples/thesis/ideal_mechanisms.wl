// The ideal mechanisms that the samplers of the QIF thesis, appendix A.4, stand for: a count with
// discrete Laplace noise of scale 3, and with discrete Gaussian noise of sigma 2.
// Their noise is unbounded; they are proved for every count by cancelling the difference.
program LaplaceCount(c : private int) : int {
  z :=$ DiscreteLaplace(3) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim third : LaplaceCount satisfies dp(1/3) when within(c, 1) check c in 0..1;

program GaussCount(c : private int) : int {
  z :=$ DiscreteGauss(2) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

// the least delta is 0.00724877...; the formula of appendix A.1 has a plus where a minus belongs
// and gives 0.0697
claim one : GaussCount satisfies dp(1, 0.0072488) when within(c, 1) check c in 0..1;

claim concentrated : GaussCount satisfies zcdp(1/8) when within(c, 1);
