// The Laplace mechanism: f may be any function, sens bounds how far it moves.
program Release(d : private list[real], f : list[real] -> real, sens : real, eps : real) : real
  requires eps > 0;
  requires sens > 0;
{
  // f(d{1}) + z{1} = f(d{2}) + z{2}, solved for z{2}; the shift is at most sens, and costs at most eps.
  z :=$ Laplace(sens/eps) couple z{2} = z{1} + f(d{1}) - f(d{2});
  return f(d) + z;
}

claim private : Release satisfies dp(eps) when |f(d{1}) - f(d{2})| <= sens;
