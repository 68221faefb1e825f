// Noise is put on the entries of a list where they stand, and then each is averaged with the one before.
// True: what comes after the noise is post-processing.
program Smoothed(d : private list[real], eps : real) : list[real]
  requires eps > 0;
{
  a := d;
  for i in 0 .. size(a) {
    z :=$ Laplace(1/eps);
    a[i] := a[i] + z;
  }
  for i in 1 .. size(a) {
    a[i] := (a[i] + a[i - 1])/2;
  }
  return a;
}

claim private : Smoothed satisfies dp(eps) when one_differs(d, 1);
