// One answer out of m as m bits, of which the bit of the answer is true half of the time and each other one rarely:
// optimized unary encoding (Wang, Blocki, Li and Jha, USENIX Security 2017). eps.
// Annotated: the two bits that differ have prices of their own, and neither is a part of eps.
program OptimizedUnary(v : private int, m : int, eps : real) : list[bool]
  requires eps > 0;
  requires m > 1;
  requires 0 <= v && v < m;
{
  out := [];
  for i in 0 .. m
    invariant ={out};
    invariant v{1} != v{2}
      ==> cost
        <= (if v{1} < i{1} then ln((1 + exp(eps))/2) else 0)
          + (if v{2} < i{1} then eps - ln((1 + exp(eps))/2) else 0);
    invariant v{1} = v{2} ==> cost <= 0;
  {
    b :=$ Flip(if i = v then 1/2 else 1/(exp(eps) + 1))
      couple b{2} = b{1}
      cost (if v{1} = v{2}
          then 0
        else if i{1} = v{1}
          then ln((1 + exp(eps))/2)
        else if i{1} = v{2}
          then eps - ln((1 + exp(eps))/2)
          else 0);
    out := out ++ [b];
  }
  return out;
}

claim private : OptimizedUnary satisfies dp(eps) when any;
