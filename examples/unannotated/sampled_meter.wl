// A meter whose readings are shown as they come, with noise; after a calm one the next two are left out.
// True: each reading is shown once at most, and what is left out is decided by what was shown.
program Meter(d : private list[real], calm : real, eps : real)
  requires eps > 0;
{
  i := 0;
  while (i < size(d)) {
    z :=$ Laplace(1/eps);
    y := d[i] + z;
    leak y;
    if (y < calm) { i := i + 3; } else { i := i + 1; }
  }
}

claim private : Meter satisfies dp(eps) when one_differs(d, 1);
claim half : Meter satisfies dp(eps/2) when one_differs(d, 1) expect refuted;
