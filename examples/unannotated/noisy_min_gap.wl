// Report noisy min with the gap to the second smallest, which comes for free: Ding, Wang, Xiao,
// Zhang and Kifer, VLDB 2019, for the maximum: the place of the smallest noisy score, and the gap.
// True: keep all noise but that of the winner, which moves by what its score lost and by what the
// smallest of the others gained, at most 1 + 1 at scale 2/eps: same winner, same gap.
program NoisyMinGap(q : private list[real], eps : real) : (int, real)
  requires eps > 0;
  requires size(q) >= 2;
{
  z :=$ Laplace(2/eps);
  best := 0;
  low := q[0] + z;
  z :=$ Laplace(2/eps);
  second := q[1] + z;
  if (second < low) {
    best := 1;
    t := low;
    low := second;
    second := t;
  }
  for i in 2 .. size(q) {
    z :=$ Laplace(2/eps);
    v := q[i] + z;
    if (v < low) {
      best := i;
      second := low;
      low := v;
    } else if (v < second) {
      second := v;
    }
  }
  return (best, second - low);
}

claim private : NoisyMinGap satisfies dp(eps) when all_within(q, 1) expect unknown;
