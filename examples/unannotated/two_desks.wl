// Two desks answer about the same people, one with a count and one with a number, and both add noise
// by the same program. No claim about the programs that are called is written.
// True: a row moves the count by at most 1, so each desk costs half of eps.
program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}

program Counter(d : private list[real], bar : real, eps : real) : real
  requires eps > 0;
{
  n := 0;
  for i in 0 .. size(d) {
    if (d[i] > bar) { n := n + 1; }
  }
  y :=$ Noisy(n, eps);
  return y;
}

program Desks(d : private list[real], x : private real, eps : real) : (real, real)
  requires eps > 0;
{
  a :=$ Counter(d, 1, eps/2);
  b :=$ Noisy(x, eps/2);
  return (a, b);
}

claim private : Desks satisfies dp(eps) when one_differs(d) && within(x, 1);

claim closer : Desks satisfies dp(eps/2) when one_differs(d) && within(x, 1) expect refuted;
