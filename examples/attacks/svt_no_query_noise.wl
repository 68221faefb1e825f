// Sparse vector without noise on the queries, Lyu, Su and Li, VLDB 2017, Algorithm 5, with no
// annotation and no `check`. All queries meet the same noisy threshold: (miss, hit) is possible for
// answers 0, 1 and impossible for answers 1, 0. No epsilon is enough.
program NoQueryNoise(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps);
  out := [];
  for i in 0 .. size(q) {
    out := out ++ [q[i] >= T + rho];
  }
  return out;
}

program NoQueryNoiseReals(q : private list[real], T : real, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ Laplace(2/eps);
  out := [];
  for i in 0 .. size(q) {
    out := out ++ [q[i] >= T + rho];
  }
  return out;
}

claim integers : NoQueryNoise satisfies dp(eps) when all_within(q, 1) expect refuted;

claim reals : NoQueryNoiseReals satisfies dp(eps) when all_within(q, 1) expect refuted;
