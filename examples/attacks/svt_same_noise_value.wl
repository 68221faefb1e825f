// Sparse vector that releases the noisy answer of a hit, with the noise that it was compared with,
// Lyu, Su and Li, VLDB 2017, Algorithm 3, with no annotation and no `check`. What is released
// bounds the threshold, so that the misses before it tell something, too.
program SameNoise(q : private list[int], T : int, eps : real) : list[(bool, int)]
  requires eps > 0;
{
  bar :=$ DiscreteLaplace(2/eps, T);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit) {
    eta :=$ DiscreteLaplace(2/eps);
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

program SameNoiseReals(q : private list[real], T : real, eps : real) : list[(bool, real)]
  requires eps > 0;
{
  bar :=$ Laplace(2/eps, T);
  i := 0;
  hit := false;
  out := [];
  while (i < size(q) && !hit) {
    eta :=$ Laplace(2/eps);
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

claim integers : SameNoise satisfies dp(eps) when all_within(q, 1) expect refuted;

claim reals : SameNoiseReals satisfies dp(eps) when all_within(q, 1) expect refuted;
