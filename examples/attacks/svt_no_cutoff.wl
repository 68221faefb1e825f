// Sparse vector that never stops, Lyu, Su and Li, VLDB 2017, Algorithm 6, with no annotation and no
// `check`: every query is answered, all with noise Lap(2/eps). The loss grows with their number, and
// three of them break the claim whatever eps is.
program NoCutoff(q : private list[int], T : int, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ DiscreteLaplace(2/eps);
  out := [];
  for i in 0 .. size(q) {
    eta :=$ DiscreteLaplace(2/eps);
    out := out ++ [q[i] + eta >= T + rho];
  }
  return out;
}

program NoCutoffReals(q : private list[real], T : real, eps : real) : list[bool]
  requires eps > 0;
{
  rho :=$ Laplace(2/eps);
  out := [];
  for i in 0 .. size(q) {
    eta :=$ Laplace(2/eps);
    out := out ++ [q[i] + eta >= T + rho];
  }
  return out;
}

claim integers : NoCutoff satisfies dp(eps) when all_within(q, 1) expect refuted;

claim reals : NoCutoffReals satisfies dp(eps) when all_within(q, 1) expect refuted;
