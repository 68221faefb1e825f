// Whether a number is released depends on the private value: the two runs may take different branches.
program Sometimes(x : private real, eps : real) : real
  requires eps > 0;
{
  y := 0;
  if (x > 0) {
    z :=$ Laplace(1/eps) couple z{2} = z{1} + x{1} - x{2};
    y := x + z;
  }
  return y;
}

claim private : Sometimes satisfies dp(eps) when within(x, 1) expect unknown;
