// Releasing privately the mean of some data, BU CS 599.
// A record that moves by at most sens*n moves the mean by at most sens, which is what the
// Laplace noise of scale sens/eps pays for. The number of records n is public. The second
// program fixes sens for records in 0..1: it is 1/n.
program Mean(d : private list[real], n : int, sens : real, eps : real) : real
  requires eps > 0;
  requires sens > 0;
  requires n >= 1;
  requires size(d) = n;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= n && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(sens/eps, 0) couple z{2} = z{1} + (s{1} - s{2})/n cost eps;
  z := s/i + z;
  return z;
}

claim private : Mean satisfies dp(eps) when one_differs(d, sens*n) at k;

program MeanOfUnitData(d : private list[real], n : int, eps : real) : real
  requires eps > 0;
  requires n >= 1;
  requires size(d) = n;
  requires forall j. 0 <= j < size(d) ==> 0 <= d[j] <= 1;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= n && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/(n*eps)) couple z{2} = z{1} + (s{1} - s{2})/n cost eps;
  return s/i + z;
}

claim private_unit : MeanOfUnitData satisfies dp(eps) when one_differs(d) at k;
