// What the sessions in editors start with: a slip of the pen, and a hole.
program Lap(x : private real, eps : real) : real
  requires ep > 0;
{
  z :=$ Laplace(1/eps) couple ?;
  return x + z;
}

claim private : Lap satisfies dp(eps) when within(x, 1);
