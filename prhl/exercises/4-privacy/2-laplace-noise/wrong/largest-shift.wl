// The Laplace mechanism: f may be any function, sens bounds how far it moves.
program Release(d : private list[real], f : list[real] -> real, sens : real, eps : real) : real
  requires eps > 0;
  requires sens > 0;
{
  // What noise of run 2 makes both runs return the same?
  z :=$ Laplace(sens/eps) couple z{2} = z{1} + sens;
  return f(d) + z;
}

claim private : Release satisfies dp(eps) when |f(d{1}) - f(d{2})| <= sens;
