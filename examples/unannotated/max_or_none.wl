// The index of the largest noisy score, or -1 if none is above a bar that has noise, too.
// True: the bar is one more candidate, whose score does not move; -1 is an output like others.
program MaxOrNone(q : private list[real], bar : real, eps : real) : int
  requires eps > 0;
{
  z :=$ Laplace(2/eps);
  best := -1;
  top := bar + z;
  for i in 0 .. size(q) {
    z :=$ Laplace(2/eps);
    if (q[i] + z > top) { best := i; top := q[i] + z; }
  }
  return best;
}

claim private : MaxOrNone satisfies dp(eps) when all_within(q, 1);
