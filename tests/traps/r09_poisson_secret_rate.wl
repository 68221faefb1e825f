// R9, T7: the rate is the secret; the same draw in both runs costs nothing only if the noise is the same.
// truth: x = true against x = false: Pr[res = 0] is exp(-2) and exp(-1).
// owed: same-noise
program Visits(x : private bool) : int {
  z :=$ Poisson(if x then 2 else 1) couple z{2} = z{1};
  return z;
}

claim same : Visits satisfies dp(1/2) when any check expect refuted;
