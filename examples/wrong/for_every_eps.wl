// Checks that say nothing of eps: an instance is decided for all eps > 0 at once, where noise and budget
// scale with eps. The report tells for which eps the claim is broken, and shows one of them.

// Answers 0, 0, 0, 0 against 1, 1, -1, -1 break Algorithm 6 of Lyu, Su and Li (see svt_no_cutoff.wl)
// whatever eps is; two answers, 0, 0 against 1, -1, do not break it at any eps.
program SvtNoCutoffEvery(q : private list[int], eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps);
  out := [];
  for i in 0 .. size(q) {
    eta :=$ DiscreteLaplace(2/eps);
    out := out ++ [q[i] + eta >= rho];
  }
  return out;
}

claim no_cutoff : SvtNoCutoffEvery satisfies dp(eps) when all_within(q, 1)
  check q in {[0, 0], [1, -1]}
  check q in {[0, 0, 0, 0], [1, 1, -1, -1]}
  expect refuted;

// The wrong scale loses 1/eps, which is too much for eps < 1 only.
program WrongScaleEvery(h : private list[int], eps : real) : list[int]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h) {
    z :=$ DiscreteLaplace(eps);
    out := out ++ [h[i] + z];
  }
  return out;
}

claim wrong_scale : WrongScaleEvery satisfies dp(eps) when one_differs(h, 1)
  check size(h) = 2, h[_] in {0, 1}
  expect refuted;

// A coin that tells the truth with probability exp(-eps) hides it best at eps = ln(2): the loss is
// more than ln(2) for eps < ln(3/2), and again for eps > ln(3).
program TwoSided(x : private bool, eps : real) : bool
  requires eps > 0;
{
  truth :=$ Flip(exp(-eps));
  return truth = x;
}

claim two_sided : TwoSided satisfies dp(ln(2)) when any check expect refuted;
