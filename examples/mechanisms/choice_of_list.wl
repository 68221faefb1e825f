// An index with the probability that stands in a list of any length. If no probability of one run is
// more than twice that of the other, the same index in both runs costs at most ln(2).
program Pick(w : private list[real]) : int
  requires (forall i. 0 <= i && i < size(w) ==> w[i] >= 0) && sum(w) = 1;
{
  i :=$ Choice(w) couple i{2} = i{1} cost ln(2);
  return i;
}

claim twice : Pick satisfies dp(ln(2))
  when size(w{1}) = size(w{2})
    && (forall i. 0 <= i && i < size(w{1}) ==> w{1}[i] <= 2*w{2}[i] && w{2}[i] <= 2*w{1}[i])
  check w in {[1/2, 1/2], [1/3, 2/3], [1/4, 3/4]};

claim any_list : Pick satisfies dp(ln(2)) when size(w{1}) = size(w{2})
  check w in {[1/2, 1/2], [1/5, 4/5]}
  expect refuted;

// The same list in both runs costs nothing.
program Route(w : list[real], x : private int, eps : real) : (int, real)
  requires (forall i. 0 <= i && i < size(w) ==> w[i] >= 0) && sum(w) = 1 && eps > 0;
{
  i :=$ Choice(w) couple i{2} = i{1};
  z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
  return (i, x + z);
}

claim private : Route satisfies dp(eps) when within(x, 1);
