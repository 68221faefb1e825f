// Adaptive sparse vector: a query far above the threshold is found with more noise and pays half,
// and the program itself keeps the account, so that it answers between N and 2*N queries: eps.
// From CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020), after Ding, Wang, Xiao, Zhang, Kifer, VLDB 2019.
program AdaptiveSVT(
  q : private list[real],
  T : real,
  sigma : real,
  N : int,
  eps : real
) : list[real]
  requires eps > 0;
  requires N > 0;
  requires sigma >= 0;
{
  out := [];
  eta1 :=$ Laplace(2/eps);
  noisy := T + eta1;
  spent := eps/2;
  i := 0;
  while (i < size(q) && spent <= eps - eps/(2*N)) {
    eta2 :=$ Laplace(8*N/eps);
    if (q[i] + eta2 - noisy >= sigma) {
      out := out ++ [q[i] + eta2 - noisy];
      spent := spent + eps/(4*N);
    } else {
      eta3 :=$ Laplace(4*N/eps);
      if (q[i] + eta3 - noisy >= 0) {
        out := out ++ [q[i] + eta3 - noisy];
        spent := spent + eps/(2*N);
      } else {
        out := out ++ [0];
      }
    }
    i := i + 1;
  }
  return out;
}

claim private : AdaptiveSVT satisfies dp(eps) when all_within(q, 1);
