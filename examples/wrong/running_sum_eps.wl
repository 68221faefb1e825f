// The noisy running sum of mechanisms/noisy_running_sum.wl, claimed to cost eps, the first version
// on the slides of BU CS 599. A record stays in every later sum, each with noise of its own: n
// releases cost n*eps. For n = 1 the claim holds, for n = 2 the lists 0, 0 and 1, 0 refute it.
program RunningSumEps(q : private list[int], n : int, eps : real) : list[int]
  requires eps > 0;
  requires size(q) = n;
{
  i := 0;
  s := 0;
  out := [];
  while (i < n)
    decreases n - i;
  {
    s := s + q[i];
    t :=$ Clamp(DiscreteLaplace(1/eps, s), 0, n);
    out := out ++ [t];
    i := i + 1;
  }
  return out;
}

claim private : RunningSumEps satisfies dp(eps) when one_differs(q, 1)
  check n = 1, size(q) = 1, q[_] in {0, 1}, eps = ln(2)
  check n = 2, size(q) = 2, q[_] in {0, 1}, eps = ln(2)
  expect refuted;
