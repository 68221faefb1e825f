// The sparse vector technique: which queries are above a noisy threshold, up to N of them: eps.
// From CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020), after Lyu, Su and Li, VLDB 2017, Algorithm 1.
program SVT(q : private list[real], T : real, N : int, eps : real) : list[bool]
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
      out := out ++ [true];
      found := found + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : SVT satisfies dp(eps) when all_within(q, 1);
