// A counter that is shown n times with noise that never exceeds 2, so that its ends give it away now
// and then; and a form that goes out unsealed with probability p, marked as such.
// True: each time ln(2) is spent and 1/10 is left over; an unsealed form is paid for by p.
program Shown(c : private int, n : int) : list[int]
  requires n >= 0;
{
  out := [];
  for i in 0 .. n {
    z :=$ Truncate(DiscreteLaplace(1/ln(2)), -2, 2);
    out := out ++ [c + z];
  }
  return out;
}

claim each_time : Shown satisfies dp(n*ln(2), n/10) when within(c, 1);

program Form(x : private int, p : real, eps : real) : (bool, real)
  requires 0 <= p <= 1;
  requires eps > 0;
{
  open :=$ Flip(p);
  if (open) { y := x; } else { z :=$ Laplace(1/eps); y := x + z; }
  return (open, y);
}

claim unsealed : Form satisfies dp(eps, p) when within(x, 1);
