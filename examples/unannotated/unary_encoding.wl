// One answer out of m, sent as m bits: unary encoding with the odds that share eps between two bits
// (Wang, Blocki, Li and Jha, USENIX Security 2017).
// True: two answers differ in two bits, and each costs eps/2.
program Unary(v : private int, m : int, eps : real) : list[bool]
  requires eps > 0;
  requires m > 1;
{
  out := [];
  for i in 0 .. m {
    b :=$ Flip(exp(eps/2)/(1 + exp(eps/2)));
    out := out ++ [if b then i = v else i != v];
  }
  return out;
}

claim private : Unary satisfies dp(eps) when any;
