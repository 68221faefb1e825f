// Watching the largest reading so far: each noisy value is shown as it comes, and the watch ends as
// soon as one passes the alarm. Nothing is returned but the time of the end.
// True: if every reading moves by at most 1, so does each running maximum; a round costs eps and
// there are n of them at most. The stop is decided by what was shown.
program Watch(d : private list[real], n : int, alarm : real, eps : real) : int
  requires eps > 0;
  requires size(d) = n;
{
  top := 0;
  rung := false;
  t := 0;
  while (t < n && !rung) {
    if (d[t] > top) { top := d[t]; }
    z :=$ Laplace(1/eps);
    shown := top + z;
    leak shown;
    rung := shown > alarm;
    t := t + 1;
  }
  return t;
}

claim private : Watch satisfies dp(n*eps) when all_within(d, 1);
