// Geometric(1/4) is the number of failures before the first success
// The counter is a sum over the rounds of the loop: decided by its generating function.
program ByCoins() : int {
  n := 0;
  c :=$ Flip(1/4);
  while (!c) {
    n := n + 1;
    c :=$ Flip(1/4);
  }
  return n;
}

program Drawn() : int {
  n :=$ Geometric(1/4);
  return n;
}

claim same : ByCoins ~ Drawn : true ==> res{1} = res{2} check;
