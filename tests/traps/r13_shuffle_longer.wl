// R13, T7: a shuffled list is as long as the secret says; the same draw is free only between equal distributions.
// truth: x = false against x = true: Pr[size(res) = 2] is 1 and 0.
// owed: same-noise
program Order(x : private bool) : list[int] {
  p :=$ Permutation(if x then 3 else 2) couple p{2} = p{1};
  return p;
}

claim same : Order satisfies dp(1) when any check expect refuted;
