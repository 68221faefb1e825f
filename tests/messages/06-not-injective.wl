// What is above the threshold moves down, onto what stays below it.
program Reached(x : private real, T : real, eps : real) : bool
  requires eps > 0;
{
  z :=$ Laplace(1/eps)
    couple z{2} = (if x{1} + z{1} >= T then z{1} + x{1} - x{2} else z{1})
    cost eps;
  return x + z >= T;
}

claim private : Reached satisfies dp(eps) when within(x, 1) expect unknown;
