// Smart sum: sums so far, with fresh noise for each entry, and for the whole block at every M-th: 2*eps.
// From CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020), after Chan, Shi and Song, ACM TISSEC 2011.
// The block's end is told by the index, as there; T is the last entry that is asked for.
program SmartSum(q : private list[real], T : int, M : int, eps : real) : list[real]
  requires eps > 0;
  requires M > 0;
{
  out := [];
  next := 0;
  block := 0;
  i := 0;
  while (i <= T && i < size(q)) {
    if ((i + 1) mod M = 0) {
      eta1 :=$ Laplace(1/eps);
      next := block + q[i] + eta1;
      block := 0;
      out := out ++ [next];
    } else {
      eta2 :=$ Laplace(1/eps);
      next := next + q[i] + eta2;
      block := block + q[i];
      out := out ++ [next];
    }
    i := i + 1;
  }
  return out;
}

claim private : SmartSum satisfies dp(2*eps) when one_differs(q, 1);
