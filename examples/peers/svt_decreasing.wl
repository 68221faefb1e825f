// Sparse vector for monotone queries that fall from run 1 to run 2: half of the query noise: eps.
// From CheckDP (Wang, Ding, Kifer, Zhang, CCS 2020), which proves each direction by itself; after
// Lyu, Su and Li, VLDB 2017, section 4.3. A quadruple speaks of one direction only; in this one half
// of eps would do, since the threshold need not move, but eps is what both directions are claimed at.
program SVTDecreasing(q : private list[real], T : real, N : int, eps : real) : list[bool]
  requires eps > 0;
  requires N > 0;
{
  out := [];
  eta1 :=$ Laplace(2/eps);
  noisy := T + eta1;
  found := 0;
  i := 0;
  while (found < N && i < size(q)) {
    eta2 :=$ Laplace(2*N/eps);
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

claim falling : SVTDecreasing ~ SVTDecreasing : ={T, N, eps}
  && size(q{1}) = size(q{2})
  && (forall j. 0 <= j < size(q{1}) ==> 0 <= q{1}[j] - q{2}[j] <= 1)
  ==> ={res}
  within (eps);
