// R26: a claim with a delta is read as one about divergences.
// truth: x = true shows `true` with probability 1/10, x = false never, so that every divergence is infinite.
// lemma close: up to a delta
// owed concentrated: from-budget
program Rarely(x : private bool) : bool {
  b :=$ Flip(if x then 1/10 else 0) couple b{2} = b{1} cost 0 slack 1/10;
  return b;
}

claim close : Rarely satisfies dp(0, 1/10) when any check;

claim concentrated : Rarely satisfies zcdp(5) when any from close check expect refuted;
