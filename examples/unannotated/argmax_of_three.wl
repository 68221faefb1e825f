// Which of three offers had most votes, by nested ifs and without a list: report noisy max by hand.
// True: for each answer, move only the noise of that offer, by 1 more than what it lost: at most 2 at
// scale 2/eps; it then wins in run 2 if it won in run 1.
program MostVotes(a : private int, b : private int, c : private int, eps : real) : int
  requires eps > 0;
{
  x :=$ Laplace(2/eps);
  y :=$ Laplace(2/eps);
  z :=$ Laplace(2/eps);
  if (a + x >= b + y) {
    if (a + x >= c + z) { winner := 0; } else { winner := 2; }
  } else {
    if (b + y >= c + z) { winner := 1; } else { winner := 2; }
  }
  return winner;
}

claim private : MostVotes satisfies dp(eps) when within(a, 1) && within(b, 1) && within(c, 1);
