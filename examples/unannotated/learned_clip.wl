// Noisy gradient steps that learn where to clip: a noisy count of the gradients that were small enough moves the clip for
// the next round up or down. After Andrew, Thakkar, McMahan and Ramaswamy, NeurIPS 2021.
// True: a count moves by 1, which costs e1; a sum of clipped gradients by 2*C, for noise of scale 2*C/e2.
program Learned(
  d : private list[real],
  n : int,
  rounds : int,
  g : (real, real) -> real,
  e1 : real,
  e2 : real
) : (real, real)
  requires e1 > 0 && e2 > 0 && n >= 1 && rounds >= 0;
  requires size(d) = n;
{
  w := 0;
  C := 1;
  for t in 0 .. rounds {
    small := 0;
    total := 0;
    for i in 0 .. n {
      v := g((w, d[i]));
      if (|v| <= C) { small := small + 1; }
      total := total + max(-C, min(C, v));
    }
    u :=$ Laplace(1/e1);
    z :=$ Laplace(2*C/e2);
    w := w - (total + z)/n;
    if (small + u > n/2) { C := C*4/5; } else { C := C*5/4; }
  }
  return (w, C);
}

claim private : Learned satisfies dp(rounds*(e1 + e2)) when one_differs(d);
