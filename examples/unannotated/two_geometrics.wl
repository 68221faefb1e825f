// Two counts, each with the difference of two geometric draws, which is two-sided geometric noise.
// True: one of the two draws is moved to the right, by as much as the counts differ.
program Differences(a : private int, b : private int, eps : real) : (int, int)
  requires eps > 0;
{
  u :=$ Geometric(1 - exp(-eps/2));
  v :=$ Geometric(1 - exp(-eps/2));
  x :=$ Geometric(1 - exp(-eps/2));
  y :=$ Geometric(1 - exp(-eps/2));
  return (a + u - v, b + x - y);
}

claim private : Differences satisfies dp(eps) when within(a, 1) && within(b, 1);
