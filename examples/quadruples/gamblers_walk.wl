// A gambler with n coins plays until all are lost or there are N of them. How long that takes is not bounded, but a row
// of N losses has a probability that is not 0, from wherever the game stands; so it ends with probability 1.
program Gamble(n : int, N : int) : bool
  requires 0 <= n && n <= N;
{
  i := n;
  while (0 < i && i < N)
    invariant ={i} && 0 <= i{1} && i{1} <= N;
    decreases i;
  {
    lost :=$ Flip(1/2) couple lost{2} = lost{1};
    if (lost) { i := i - 1; } else { i := i + 1; }
  }
  return i = 0;
}

claim same : Gamble ~ Gamble : ={n, N} ==> res{1} = res{2};

// Against a bank that never runs out of coins, and with better luck than the bank's, nothing bounds the walk from above.
// It comes to 0 with probability 1/2^n only. An exact quadruple owes that both runs end, so this one stays unknown.
program Endless(n : int) : int
  requires n >= 0;
{
  i := n;
  while (0 < i)
    invariant ={i} && 0 <= i{1};
    decreases i;
  {
    lost :=$ Flip(1/3) couple lost{2} = lost{1};
    if (lost) { i := i - 1; } else { i := i + 1; }
  }
  return i;
}

claim endless : Endless ~ Endless : ={n} ==> res{1} = res{2} expect unknown;
