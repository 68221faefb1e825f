// Numeric sparse vector: above the threshold it answers the query once more, with fresh noise: eps.
// From CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020), after Dwork and Roth 2014, Algorithm 3.
// A third of eps each for the threshold, the comparisons and the answers.
program NumSVT(q : private list[real], T : real, N : int, eps : real) : list[real]
  requires eps > 0;
  requires N > 0;
{
  out := [];
  eta1 :=$ Laplace(3/eps);
  noisy := T + eta1;
  found := 0;
  i := 0;
  while (found < N && i < size(q)) {
    eta2 :=$ Laplace(6*N/eps);
    if (q[i] + eta2 >= noisy) {
      eta3 :=$ Laplace(3*N/eps);
      out := out ++ [q[i] + eta3];
      found := found + 1;
    } else {
      out := out ++ [0];
    }
    i := i + 1;
  }
  return out;
}

claim private : NumSVT satisfies dp(eps) when all_within(q, 1);
