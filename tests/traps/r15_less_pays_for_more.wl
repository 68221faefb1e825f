// R15: what run 1 draws less often pays for what it draws more often.
// truth: true has probability 3/4 for x = true and 1/4 for x = false.
// owed: price
program Coin(x : private bool) : bool {
  b :=$ Flip(if x then 3/4 else 1/4) couple b{2} = b{1} cost 0 slack 0;
  return b;
}

claim free : Coin satisfies dp(0) when any check expect refuted;
