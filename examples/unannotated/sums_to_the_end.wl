// Noise on every number first, then the sums from each place to the end, made from the end: they cost nothing more.
// True: one number differs, and what is made of noisy numbers is free.
program SumsToTheEnd(d : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  noisy := [];
  for i in 0 .. size(d) {
    z :=$ Laplace(1/eps);
    noisy := noisy ++ [d[i] + z];
  }
  out := [];
  s := 0;
  i := size(noisy);
  while (i > 0) {
    i := i - 1;
    s := s + noisy[i];
    out := [s] ++ out;
  }
  return out;
}

claim private : SumsToTheEnd satisfies dp(eps) when one_differs(d, 1);
