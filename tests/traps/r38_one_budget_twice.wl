// R38: each of two steps would be within (eps/2, delta), and so each spends all of the delta.
// truth: the claim holds, as the line is not sharp; the annotation is wrong: two steps spend twice the delta.
// owed: slack
program Twice(f : private real, sigma : real, eps : real, delta : real) : (real, real)
  requires 0 < eps && eps <= 1 && 0 < delta && delta < 1 && 0 < sigma;
  requires 2*ln(5/(4*delta)) <= sigma^2*(eps/2)^2;
{
  y :=$ Gauss(sigma) couple y{2} = y{1} + f{1} - f{2} cost eps/2;
  z :=$ Gauss(sigma) couple z{2} = z{1} + f{1} - f{2} cost eps/2;
  return (f + y, f + z);
}

claim private : Twice satisfies dp(eps, delta) when within(f, 1) expect unknown;
