// R9, T7: how many numbers are drawn is the secret.
// truth: the size of the list is 1 or 2, by the secret: epsilon is infinite.
// owed: same-noise
program Many(x : private bool) : int {
  z :=$ Each(Flip(1/2), if x then 1 else 2) couple z{2} = z{1};
  return size(z);
}

claim same : Many satisfies dp(0) when any check expect refuted;
