// Releasing a noisy sum (partial sum), the slides of BU CS 599; PartialSum in the CheckDP paper.
// One record moves by at most 1, so the sum does; the noise of run 2 cancels it: eps.
// The twin over integers adds discrete Laplace noise and rounds the answer into 0..size(d); on the
// instances below it spends exactly eps. The third form leaves the loop to the function sum.
program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

program NoisySumInt(d : private list[int], eps : real) : int
  requires eps > 0;
{
  i := 0;
  s := 0;
  while (i < size(d))
    invariant ={i} && 0 <= i{1} && i{1} <= size(d{1}) && cost = 0;
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
    decreases size(d) - i;
  {
    s := s + d[i];
    i := i + 1;
  }
  t :=$ Clamp(DiscreteLaplace(1/eps, s), 0, size(d)) couple t{2} = t{1};
  return t;
}

program NoisySumDirect(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := sum(d);
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : NoisySum satisfies dp(eps) when one_differs(d, 1) at k;

claim integers : NoisySumInt satisfies dp(eps) when one_differs(d, 1) at k
  check size(d) in 1..2, d[_] in {0, 1}, eps in {1/2, ln(2)};

claim direct : NoisySumDirect satisfies dp(eps) when one_differs(d, 1);
