// Select, then measure: the index of the largest noisy score, and that score once more with fresh noise.
// True: one index at a time, its noise moves by at most 2 at scale 4/eps; if it is what came out, the
// noise of the measurement moves by at most 1 at scale 2/eps.
program MaxThenMeasure(q : private list[real], eps : real) : (int, real)
  requires eps > 0;
  requires size(q) >= 1;
{
  best := 0;
  z :=$ Laplace(4/eps);
  top := q[0] + z;
  for i in 1 .. size(q) {
    z :=$ Laplace(4/eps);
    if (q[i] + z > top) { best := i; top := q[i] + z; }
  }
  y :=$ Laplace(2/eps);
  return (best, q[best] + y);
}

claim private : MaxThenMeasure satisfies dp(eps) when all_within(q, 1);
