// How people write loops: the first query above a threshold, where the counter is set to the end to leave the loop; and
// the smallest noisy cost, where a flag says that nothing is known yet.
// True: above threshold, and report noisy min with one-sided noise, of which only the winner's grows.
program FirstAbove(q : private list[real], T : real, eps : real) : int
  requires eps > 0;
{
  t :=$ Laplace(2/eps);
  where := -1;
  i := 0;
  while (i < size(q)) {
    v :=$ Laplace(4/eps);
    if (q[i] + v > T + t) { where := i; i := size(q); } else { i := i + 1; }
  }
  return where;
}

program Cheapest(price : private list[real], eps : real) : int
  requires eps > 0;
  requires size(price) >= 1;
{
  first := true;
  best := 0;
  low := 0;
  for j in 0 .. size(price) {
    e :=$ Exponential(2/eps);
    v := price[j] - e;
    if (first || v < low) {
      low := v;
      best := j;
      first := false;
    }
  }
  return best;
}

claim above : FirstAbove satisfies dp(eps) when all_within(q, 1);
claim cheapest : Cheapest satisfies dp(eps) when all_within(price, 1);
claim quarter : Cheapest satisfies dp(eps/4) when all_within(price, 1) expect refuted;
