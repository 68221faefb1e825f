// Erratum 2 of the QIF thesis: appendix A.1 gives the delta of the discrete Gaussian mechanism as
// Pr[Y > eps*sigma^2 - 1/2] + e^eps * Pr[Y > eps*sigma^2 + 1/2]. The sign is a minus. For sigma 2
// and eps 1 the two probabilities are 0.0384876 and 0.0114921: plus gives 0.0697, minus 0.0072488.
program GaussCount(resp : private bool) : int {
  z :=$ DiscreteGauss(2);
  return 32 + (if resp then 1 else 0) + z;
}

claim minus : GaussCount satisfies dp(1, 0.0072488) when any check;

claim less : GaussCount satisfies dp(1, 0.0072487) when any check expect refuted;

// the event that needs the delta, resp + z >= 5: the two probabilities are its two rows (the noise
// is rounded into -9..9, which does not touch the event)
program Above(resp : private bool) : bool {
  z :=$ Clamp(DiscreteGauss(2), -9, 9);
  return (if resp then 1 else 0) + z >= 5;
}

claim above : Above satisfies dp(1, 0.0072488) when any check;
