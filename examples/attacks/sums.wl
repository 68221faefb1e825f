// Sums, counts and their slips, with no annotation and no `check`: half the noise loses 2*eps, noise
// of scale eps instead of 1/eps loses 1/eps, which is too much for eps < 1 only, and the running sums
// of a record that stays lose eps each. On the reals and on the integers alike.
program HalfNoise(d : private list[int], eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/(2*eps));
  return sum(d) + z;
}

program HalfNoiseReals(d : private list[real], eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/(2*eps));
  return sum(d) + z;
}

program WrongScale(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h) {
    z :=$ DiscreteLaplace(eps);
    out := out ++ [h[i] + z];
  }
  return out;
}

program WrongScaleReals(h : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h) {
    z :=$ Laplace(eps);
    out := out ++ [h[i] + z];
  }
  return out;
}

program RunningSum(q : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(q) = n;
{
  s := 0;
  out := [];
  for i in 0 .. n {
    s := s + q[i];
    z :=$ DiscreteLaplace(1/eps);
    out := out ++ [s + z];
  }
  return out;
}

program RunningSumReals(q : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(q) = n;
{
  s := 0;
  out := [];
  for i in 0 .. n {
    s := s + q[i];
    z :=$ Laplace(1/eps);
    out := out ++ [s + z];
  }
  return out;
}

claim half_noise : HalfNoise satisfies dp(eps) when one_differs(d, 1) expect refuted;

claim half_noise_reals : HalfNoiseReals satisfies dp(eps) when one_differs(d, 1) expect refuted;

claim wrong_scale : WrongScale satisfies dp(eps) when one_differs(h, 1) expect refuted;

claim wrong_scale_reals : WrongScaleReals satisfies dp(eps) when one_differs(h, 1) expect refuted;

claim running_sum : RunningSum satisfies dp(eps) when one_differs(q, 1) expect refuted;

claim running_sum_reals : RunningSumReals satisfies dp(eps) when one_differs(q, 1) expect refuted;
