// R9, T7: the draws of a list are equal in both runs, and the probability is the secret.
// truth: both are true with probability 1/9 for x = true and 1/4 for x = false: epsilon is ln(9/4).
// owed: same-noise
program Width(x : private bool) : list[bool] {
  z :=$ Each(Flip(if x then 1/3 else 1/2), 2) couple z{2} = z{1};
  return z;
}

claim same : Width satisfies dp(1/2) when any check expect refuted;
