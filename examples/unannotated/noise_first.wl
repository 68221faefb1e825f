// A counter that starts at a noisy value instead of 0, as streaming systems do: the noise is drawn
// before any data is seen, and the counter is read once, at the end.
// True: the result is the sum plus Laplace noise of scale 1/eps, and one entry moves by at most 1.
program NoiseFirst(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s :=$ Laplace(1/eps);
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  return s;
}

claim private : NoiseFirst satisfies dp(eps) when one_differs(d, 1);
