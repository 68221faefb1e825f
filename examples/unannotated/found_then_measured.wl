// The first query above a noisy bar, and its value with noise of its own, if there is one.
// True: e1 for the bar, e2 for the query that is found, e3 for its value.
program FindAndMeasure(q : private list[real], bar : real, e1 : real, e2 : real, e3 : real) : (
  int,
  real
)
  requires e1 > 0 && e2 > 0 && e3 > 0;
{
  t :=$ Laplace(1/e1);
  i := 0;
  done := false;
  while (i < size(q) && !done) {
    z :=$ Laplace(2/e2);
    if (q[i] + z > bar + t) { done := true; } else { i := i + 1; }
  }
  out := 0;
  if (done) { y :=$ Laplace(1/e3); out := q[i] + y; }
  return (i, out);
}

claim private : FindAndMeasure satisfies dp(e1 + e2 + e3) when all_within(q, 1);
