// The last of the largest noisy scores, and all entries with noise, both from the end of the list.
// True: as from the beginning.
program LastMax(q : private list[real], c : real, eps : real) : int
  requires eps > 0 && c > 0;
{
  best := -1;
  top := 0;
  i := size(q) - 1;
  while (i >= 0) {
    z :=$ Laplace(2*c/eps);
    if (best < 0 || q[i] + z > top) { best := i; top := q[i] + z; }
    i := i - 1;
  }
  return best;
}

claim private : LastMax satisfies dp(eps) when all_within(q, c);

program Backwards(d : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  out := [];
  i := size(d);
  while (i > 0) {
    i := i - 1;
    z :=$ Laplace(1/eps);
    out := out ++ [d[i] + z];
  }
  return out;
}

claim each : Backwards satisfies dp(eps) when one_differs(d, 1);
