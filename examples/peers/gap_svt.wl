// Gap sparse vector: above the threshold it releases by how much, with no noise of its own: eps.
// From ShadowDP (Wang, Ding, Wang, Kifer, Zhang, PLDI 2019) and CheckDP (CCS 2020).
// A query below the threshold answers 0, as there.
program GapSVT(q : private list[real], T : real, N : int, eps : real) : list[real]
  requires eps > 0;
  requires N > 0;
{
  out := [];
  eta1 :=$ Laplace(2/eps);
  noisy := T + eta1;
  found := 0;
  i := 0;
  while (found < N && i < size(q)) {
    eta2 :=$ Laplace(4*N/eps);
    if (q[i] + eta2 >= noisy) {
      out := out ++ [q[i] + eta2 - noisy];
      found := found + 1;
    } else {
      out := out ++ [0];
    }
    i := i + 1;
  }
  return out;
}

claim private : GapSVT satisfies dp(eps) when all_within(q, 1);
