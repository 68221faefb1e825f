// Partial sum: the sum of a list with Laplace noise of scale 1/eps; one entry moves by 1: eps.
// From ShadowDP (Wang, Ding, Wang, Kifer, Zhang, PLDI 2019) and CheckDP (CCS 2020).
program PartialSum(q : private list[real], eps : real) : real
  requires eps > 0;
{
  total := 0;
  i := 0;
  while (i < size(q)) {
    total := total + q[i];
    i := i + 1;
  }
  eta :=$ Laplace(1/eps);
  return total + eta;
}

claim private : PartialSum satisfies dp(eps) when one_differs(q, 1);
