// The Gaussian mechanism, Dwork et al., EUROCRYPT 2006. The noise of run 2 cancels the difference
// of the answers. In zCDP (Bun and Steinke, TCC 2016) this shift costs 1/(2*sigma^2), for every
// sigma. As (eps, delta) the price is the exact one of Balle and Wang, ICML 2018: sigma = 2 and
// eps = 1 need delta = Phi(-7/4) - e*Phi(-9/4) = 0.0068295...; no delta is 0.
program GaussMechanism(x : private real, sigma : real) : real
  requires sigma > 0;
{
  z :=$ Gauss(sigma) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

program GaussTwo(x : private real) : real {
  z :=$ Gauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim concentrated : GaussMechanism satisfies zcdp(1/(2*sigma^2)) when within(x, 1);

claim approximate : GaussTwo satisfies dp(1, 0.00683) when within(x, 1);
