// Mechanisms that no shift of their draws couples: whether an answer comes out depends on all coins together. They are
// decided on the whole, at a fixed size and for scores in a range, by the exact channel of all inputs.

// Permute and flip: candidates in a random order, each taken with a probability that falls with what it lacks to the best.
// McKenna and Sheldon, Permute-and-flip: a new mechanism for differentially private selection, NeurIPS 2020.
program PermuteAndFlip(q : private list[int]) : int
  requires size(q) = 3;
  requires forall j. 0 <= j && j < size(q) ==> 0 <= q[j] && q[j] <= 2;
{
  best := max(q);
  p :=$ Permutation(3);
  found := -1;
  for i in 0 .. 3 {
    heads :=$ Flip(exp((q[p[i]] - best)/2));
    if (found < 0 && heads) { found := p[i]; }
  }
  return found;
}

claim private : PermuteAndFlip satisfies dp(1) when all_within(q, 1);
claim half_of_it : PermuteAndFlip satisfies dp(1/2) when all_within(q, 1) expect refuted;

// Between thresholds: the first query is looked for that is neither below nor above; both thresholds move by one draw.
// Bun, Steinke and Ullman, Make up your mind: the price of online queries in differential privacy, SODA 2017.
program BetweenThresholds(q : private list[int]) : list[int]
  requires size(q) = 2;
  requires forall j. 0 <= j && j < size(q) ==> 0 <= q[j] && q[j] <= 3;
{
  out := [];
  mu :=$ Clamp(DiscreteLaplace(2), -4, 4);
  go := true;
  for i in 0 .. 2 {
    if (go) {
      nu :=$ Clamp(DiscreteLaplace(2), -4, 4);
      if (q[i] + nu <= -1 + mu) {
        out := out ++ [-1];
      } else {
        if (q[i] + nu >= 4 - mu) { out := out ++ [1]; } else { out := out ++ [0]; go := false; }
      }
    }
  }
  return out;
}

claim pure : BetweenThresholds satisfies dp(21/20) when all_within(q, 1);

claim approximate : BetweenThresholds satisfies dp(1, 1/400) when all_within(q, 1);

claim too_little : BetweenThresholds satisfies dp(1, 1/500) when all_within(q, 1) expect refuted;
