// Prefix sum: every entry gets noise of its own, and all sums so far are released: eps.
// From ShadowDP (Wang, Ding, Wang, Kifer, Zhang, PLDI 2019), after Albarghouthi and Hsu, POPL 2018.
// It is not among CheckDP's nine, and is here as their tenth.
program PrefixSum(q : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  next := 0;
  i := 0;
  while (i < size(q)) {
    eta :=$ Laplace(1/eps);
    next := next + q[i] + eta;
    out := out ++ [next];
    i := i + 1;
  }
  return out;
}

claim private : PrefixSum satisfies dp(eps) when one_differs(q, 1);
