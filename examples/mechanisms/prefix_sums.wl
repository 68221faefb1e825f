// Releasing prefix sums with noise on every element, the second version on the slides of
// BU CS 599; also in Albarghouthi and Hsu, POPL 2018. The noise of run 2 cancels what differs at i.
// If one element moves, only its step costs anything: eps. If all may move, every step costs eps.
// One program, two claims: the invariants come by the label of the loop.
program PrefixSums(q : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires size(q) = n;
{
  i := 0;
  next := 0;
  out := [];
  Steps: while (i < n)
    decreases n - i;
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}];
    next := next + q[i] + z;
    out := out ++ [next];
    i := i + 1;
  }
  return out;
}

program PrefixSumsInt(q : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(q) = n;
{
  i := 0;
  next := 0;
  out := [];
  Steps: while (i < n)
    decreases n - i;
  {
    t :=$ Clamp(DiscreteLaplace(1/eps, q[i]), 0, 1) couple t{2} = t{1};
    next := next + t;
    out := out ++ [next];
    i := i + 1;
  }
  return out;
}

claim one : PrefixSums satisfies dp(eps) when one_differs(q, 1) at k
  proof {
    Steps: invariant ={i, next, out} && 0 <= i{1} && i{1} <= n;
    invariant cost <= (if i{1} > k then eps else 0);
  };

claim all : PrefixSums satisfies dp(n*eps) when all_within(q, 1)
  proof {
    Steps: invariant ={i, next, out} && 0 <= i{1} && i{1} <= n;
    invariant cost <= i{1}*eps;
  };

claim one_integers : PrefixSumsInt satisfies dp(eps) when one_differs(q, 1) at k
  proof {
    Steps: invariant ={i, next, out} && 0 <= i{1} && i{1} <= n;
    invariant cost <= (if i{1} > k then eps else 0);
  }
  check n = 2, size(q) = 2, q[_] in {0, 1}, eps = ln(2);

claim all_integers : PrefixSumsInt satisfies dp(n*eps) when all_within(q, 1)
  proof {
    Steps: invariant ={i, next, out} && 0 <= i{1} && i{1} <= n;
    invariant cost <= i{1}*eps;
  }
  check n = 2, size(q) = 2, q[_] in {0, 1}, eps = ln(2);
