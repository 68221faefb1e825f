// The largest two numbers of a list, or 0 if there are no positive ones, each with noise.
// True: if all entries move by at most 1 then so do both. That takes more than how far they move: the
// second one is at most the first, without which a number that is passed on might be any.
program TwoLargest(d : private list[real], eps : real) : (real, real)
  requires eps > 0;
{
  first := 0;
  second := 0;
  for i in 0 .. size(d) {
    if (d[i] > first) {
      second := first;
      first := d[i];
    } else {
      if (d[i] > second) { second := d[i]; }
    }
  }
  x :=$ Laplace(2/eps);
  y :=$ Laplace(2/eps);
  return (first + x, second + y);
}

claim private : TwoLargest satisfies dp(eps) when all_within(d, 1);
