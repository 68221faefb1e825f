// The best of two lists by noisy max, one winner for each; and of one list only whether the winner
// stands at an even place. True: of each list one draw moves, that of the winner, which costs eps.
program TwoWinners(q : private list[real], r : private list[real], eps : real) : (int, int)
  requires eps > 0;
{
  a := 0;
  high := 0;
  for i in 0 .. size(q) {
    z :=$ Laplace(2/eps);
    if (i = 0 || q[i] + z > high) { a := i; high := q[i] + z; }
  }
  b := 0;
  top := 0;
  for j in 0 .. size(r) {
    w :=$ Laplace(2/eps);
    if (j = 0 || r[j] + w > top) { b := j; top := r[j] + w; }
  }
  return (a, b);
}

claim both : TwoWinners satisfies dp(2*eps) when all_within(q, 1) && all_within(r, 1);

program EvenWinner(q : private list[real], eps : real) : bool
  requires eps > 0;
{
  best := 0;
  high := 0;
  for i in 0 .. size(q) {
    z :=$ Laplace(2/eps);
    if (i = 0 || q[i] + z > high) { best := i; high := q[i] + z; }
  }
  return best mod 2 = 0;
}

claim even : EvenWinner satisfies dp(eps) when all_within(q, 1);
