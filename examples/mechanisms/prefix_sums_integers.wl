// The prefix sums of prefix_sums.wl over integers, with discrete Laplace noise on every element and
// nothing cut off. Each released sum holds all noise before it, so that the steps between the
// releases tell the noisy elements, and nothing more: eps if one element moves, exactly.
program PrefixSumsIntegers(q : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(q) = n;
{
  next := 0;
  out := [];
  for i in 0 .. n
    invariant ={next, out};
    invariant cost <= (if i{1} > k then eps else 0);
  {
    z :=$ DiscreteLaplace(1/eps) couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}];
    next := next + q[i] + z;
    out := out ++ [next];
  }
  return out;
}

claim one : PrefixSumsIntegers satisfies dp(eps) when one_differs(q, 1) at k
  check n in 1..2, size(q) = n, q[_] in {0, 1}, eps in {1, ln(2)};
