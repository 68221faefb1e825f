// Three slips about sums and counts, with discrete Laplace noise that is not cut off, so that every
// integer may be released: half the noise (partial_sum_half_noise.wl) loses exactly 2*eps, the
// wrong scale (histogram_wrong_scale.wl) 1/eps, and two running sums claimed to cost eps
// (running_sum_eps.wl) 2*eps. The loss is the same at all outputs beyond both true answers.
program HalfNoise(d : private list[int], eps : real) : int
  requires eps > 0;
{
  s := sum(d);
  z :=$ DiscreteLaplace(1/(2*eps));
  return s + z;
}

claim half_noise : HalfNoise satisfies dp(eps) when one_differs(d, 1)
  check size(d) = 2, d[_] in {0, 1}, eps = 1
  expect refuted;

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

// at eps = 2 nothing is wrong with it
claim wrong_scale : WrongScale satisfies dp(eps) when one_differs(h, 1)
  check size(h) = 2, h[_] in {0, 1}, eps in {1/2, 2}
  expect refuted;

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

claim running_sum : RunningSum satisfies dp(eps) when one_differs(q, 1)
  check n in 1..2, size(q) = n, q[_] in {0, 1}, eps = 1
  expect refuted;
