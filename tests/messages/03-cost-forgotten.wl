// The couplings are right, but no invariant says what the rounds have cost.
program Histogram(h : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(h)
    invariant ={out};
  {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + h{1}[i{1}] - h{2}[i{1}];
    out := out ++ [h[i] + z];
  }
  return out;
}

claim private : Histogram satisfies dp(eps) when one_differs(h, 1) at k expect unknown;
