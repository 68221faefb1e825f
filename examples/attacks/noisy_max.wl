// Report noisy max, wrong in two ways, with no annotation and no `check`: the tool finds the attacks.
// With half the noise, Lap(1/eps), the loss is up to 2*eps. Who returns the largest noisy answer
// instead of its index loses more with every answer; with one-sided noise 0 against 1 is enough.
program HalfNoise(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  best := 0;
  top := 0;
  for i in 0 .. size(q) {
    eta :=$ DiscreteLaplace(1/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
  }
  return best;
}

program HalfNoiseReals(q : private list[real], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  best := 0;
  top := 0;
  for i in 0 .. size(q) {
    eta :=$ Laplace(1/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; best := i; }
  }
  return best;
}

program Value(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  top := 0;
  for i in 0 .. size(q) {
    eta :=$ DiscreteLaplace(2/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; }
  }
  return top;
}

program ValueReals(q : private list[real], eps : real) : real
  requires eps > 0;
  requires size(q) >= 1;
{
  top := 0;
  for i in 0 .. size(q) {
    eta :=$ Laplace(2/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; }
  }
  return top;
}

program OneSidedValue(q : private list[int], eps : real) : int
  requires eps > 0;
  requires size(q) >= 1;
{
  top := 0;
  for i in 0 .. size(q) {
    eta :=$ Geometric(1 - exp(-eps/2));
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; }
  }
  return top;
}

program OneSidedValueReals(q : private list[real], eps : real) : real
  requires eps > 0;
  requires size(q) >= 1;
{
  top := 0;
  for i in 0 .. size(q) {
    eta :=$ Exponential(2/eps);
    if (i = 0 || q[i] + eta > top) { top := q[i] + eta; }
  }
  return top;
}

claim half_noise : HalfNoise satisfies dp(eps) when all_within(q, 1) expect refuted;

claim half_noise_reals : HalfNoiseReals satisfies dp(eps) when all_within(q, 1) expect refuted;

claim value : Value satisfies dp(eps) when all_within(q, 1) expect refuted;

claim value_reals : ValueReals satisfies dp(eps) when all_within(q, 1) expect refuted;

claim one_sided : OneSidedValue satisfies dp(eps) when all_within(q, 1) expect refuted;

claim one_sided_reals : OneSidedValueReals satisfies dp(eps) when all_within(q, 1) expect refuted;
