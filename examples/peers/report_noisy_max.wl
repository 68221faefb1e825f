// Report noisy max: the index of the largest noisy answer, Laplace noise of scale 2/eps: eps.
// From CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020), after Dwork and Roth 2014, claim 3.9.
// An empty list answers 0, as there.
program ReportNoisyMax(q : private list[real], eps : real) : int
  requires eps > 0;
{
  i := 0;
  bq := 0;
  best := 0;
  while (i < size(q)) {
    eta :=$ Laplace(2/eps);
    if (q[i] + eta > bq || i = 0) { best := i; bq := q[i] + eta; }
    i := i + 1;
  }
  return best;
}

claim private : ReportNoisyMax satisfies dp(eps) when all_within(q, 1);
