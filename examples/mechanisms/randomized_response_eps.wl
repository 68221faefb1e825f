// Randomized response with one biased coin, Warner 1965; make_randomized_response_bool of OpenDP.
// The truth is told with probability p. Where the two answers differ, run 2 turns the coin over:
// the reports agree, at price ln(p/(1 - p)); p = exp(eps)/(1 + exp(eps)) makes that eps.
program RandRespEps(x : private bool, eps : real) : bool
  requires eps > 0;
{
  y :=$ Flip(exp(eps)/(1 + exp(eps)))
    couple y{2} = (if x{1} = x{2} then y{1} else !y{1})
    cost (if x{1} = x{2} then 0 else eps);
  return if y then x else !x;
}

program RandRespBool(x : private bool, p : real) : bool
  requires 1/2 <= p && p < 1;
{
  y :=$ Flip(p)
    couple y{2} = (if x{1} = x{2} then y{1} else !y{1})
    cost (if x{1} = x{2} then 0 else ln(p/(1 - p)));
  return if y then x else !x;
}

claim private : RandRespEps satisfies dp(eps) when any check eps in {1/2, ln(3)};

claim truth_with_p : RandRespBool satisfies dp(ln(p/(1 - p))) when any check p in {1/2, 2/3, 3/4};
