// Figures of randomized response: noise at a price,
// and a budget that is at least the price. The proof of each claim owes that inequality.

// how far randomized response is from a fair coin
program TotalVariation(q : private real, e : real) : real
  requires 0 < e;
  requires (exp(e) - 1)/(exp(e) + 1) > 0;
{
  y :=$ Laplace(1/((exp(e) - 1)/(exp(e) + 1)), q) couple y{2} = y{1};
  return y;
}

claim total_variation : TotalVariation satisfies dp(e/2) when |q{1} - q{2}| <= 1;

// its mean loss
program MeanOfLoss(q : private real, e : real) : real
  requires 0 < e;
  requires e <= 1;
  requires e*(exp(e) - 1)/(exp(e) + 1) > 0;
{
  y :=$ Laplace(1/(e*(exp(e) - 1)/(exp(e) + 1)), q) couple y{2} = y{1};
  return y;
}

claim mean_of_loss : MeanOfLoss satisfies dp(e^2/2) when |q{1} - q{2}| <= 1;

// its moments, as those of a Gaussian
program InZcdp(q : private real, e : real) : real
  requires 0 < e;
  requires ln((exp(e/2) + exp(-e/2))/2) > 0;
{
  y :=$ Laplace(1/(ln((exp(e/2) + exp(-e/2))/2)), q) couple y{2} = y{1};
  return y;
}

claim in_zcdp : InZcdp satisfies dp(e^2/8) when |q{1} - q{2}| <= 1;

// its Renyi divergence of order 2
program OfOrder2(q : private real, e : real) : real
  requires 0 < e;
  requires exp(e) - 1 + exp(-e) > 0;
{
  y :=$ Laplace(1/(exp(e) - 1 + exp(-e)), q) couple y{2} = y{1};
  return y;
}

claim of_order_2 : OfOrder2 satisfies dp(exp(e^2)) when |q{1} - q{2}| <= 1;

// odds, from the bias
program Odds(q : private real, p : real) : real
  requires 0 < p;
  requires p < 1/2;
  requires 2*(1 - 2*p) > 0;
{
  y :=$ Laplace(1/(2*(1 - 2*p)), q) couple y{2} = y{1};
  return y;
}

claim odds : Odds satisfies dp(ln((1 - p)/p)) when |q{1} - q{2}| <= 1;

// and on the other side
program OddsAboveHalf(q : private real, p : real) : real
  requires 1/2 < p;
  requires p < 1;
  requires 4*(p - 1/2) > 0;
{
  y :=$ Laplace(1/(4*(p - 1/2)), q) couple y{2} = y{1};
  return y;
}

claim odds_above_half : OddsAboveHalf satisfies dp(ln(p/(1 - p))) when |q{1} - q{2}| <= 1;

// no coin tells more than a fair one
program Entropy(q : private real, p : real) : real
  requires 0 < p;
  requires p < 1;
  requires -p*ln(p) - (1 - p)*ln(1 - p) > 0;
{
  y :=$ Laplace(1/(-p*ln(p) - (1 - p)*ln(1 - p)), q) couple y{2} = y{1};
  return y;
}

claim entropy : Entropy satisfies dp(ln(2)) when |q{1} - q{2}| <= 1;

// and what a biased one lacks
program Pinsker(q : private real, p : real) : real
  requires 1/2 < p;
  requires p < 1;
  requires 2*(p - 1/2)^2 > 0;
{
  y :=$ Laplace(1/(2*(p - 1/2)^2), q) couple y{2} = y{1};
  return y;
}

claim pinsker : Pinsker satisfies dp(p*ln(2*p) + (1 - p)*ln(2*(1 - p))) when |q{1} - q{2}| <= 1;
