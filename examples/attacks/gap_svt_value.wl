// The gap sparse vector that releases the noisy answer instead of its gap to the threshold, from the
// CheckDP paper, with no annotation and no `check`. To be compared, the noisy answer must rise with
// the threshold; to be released, it must not.
program GapValue(q : private list[int], T : int, eps : real) : list[(bool, int)]
  requires eps > 0;
{
  bar :=$ DiscreteLaplace(2/eps, T);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit) {
    eta :=$ DiscreteLaplace(4/eps);
    if (q[i] + eta >= bar) {
      out := out ++ [(true, q[i] + eta)];
      hit := true;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

program GapValueReals(q : private list[real], T : real, eps : real) : list[(bool, real)]
  requires eps > 0;
{
  bar :=$ Laplace(2/eps, T);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit) {
    eta :=$ Laplace(4/eps);
    if (q[i] + eta >= bar) {
      out := out ++ [(true, q[i] + eta)];
      hit := true;
    } else {
      out := out ++ [(false, 0)];
    }
    i := i + 1;
  }
  return out;
}

claim integers : GapValue satisfies dp(eps) when all_within(q, 1) expect refuted;

claim reals : GapValueReals satisfies dp(eps) when all_within(q, 1) expect refuted;
