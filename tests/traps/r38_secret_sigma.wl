// R38, T7: nothing is moved, but the width of the noise is the secret.
// truth: x = true against x = false: Gauss(1000) lies outside -10..10 with probability above 0.99, Gauss(1) almost never.
// owed: same-noise
program Width(x : private bool, eps : real, delta : real) : real
  requires 0 < eps && eps <= 1 && 0 < delta && delta < 1;
{
  z :=$ Gauss(if x then 1000 else 1) couple z{2} = z{1} cost eps slack delta;
  return z;
}

claim same : Width satisfies dp(eps, delta) when any check eps = 1, delta = 1/10 expect refuted;
