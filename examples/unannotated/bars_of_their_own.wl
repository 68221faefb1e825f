// The first query above its own bar, with noise of its own scale, which is 2/e2 or more.
// True: the shared part of the bars pays e1, the one query that is above pays 2/b[i], at most e2.
program Bars(q : private list[real], bar : list[real], b : list[real], e1 : real, e2 : real) : int
  requires e1 > 0 && e2 > 0;
  requires size(bar) = size(q) && size(b) = size(q);
  requires forall j. 0 <= j < size(b) ==> b[j] >= 2/e2;
{
  t :=$ Laplace(1/e1);
  i := 0;
  done := false;
  while (i < size(q) && !done) {
    z :=$ Laplace(b[i]);
    if (q[i] + z > bar[i] + t) { done := true; } else { i := i + 1; }
  }
  return i;
}

claim private : Bars satisfies dp(e1 + e2) when all_within(q, 1);
