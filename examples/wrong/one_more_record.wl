// False neighbours of bounded_sum.wl, clipped_mean.wl and quantile.wl in examples/peers: one record more or less moves
// more than the noise is for.

// Clipped from above only: a record of -1 moves the sum by 1, and the noise is for 1/2.
program HalfClipped(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  for i in 0 .. size(d) {
    s := s + min(1/2, d[i]);
  }
  z :=$ Laplace(1/(2*eps));
  return s + z;
}

claim half : HalfClipped satisfies dp(eps) when add_remove(d) expect refuted;

// Both releases of a mean together cost eps, not half of it.
program ClippedMean(d : private list[real], B : real, eps : real) : (real, real)
  requires eps > 0 && B > 0;
{
  s := 0;
  n := 0;
  for i in 0 .. size(d) {
    s := s + max(-B, min(B, d[i]));
    n := n + 1;
  }
  y :=$ Laplace(2*B/eps);
  z :=$ Laplace(2/eps);
  return (s + y, n + z);
}

claim mean : ClippedMean satisfies dp(eps/2) when add_remove(d) expect refuted;

// A loop that counts every record three times has scores that move by 3.
program Hasty(d : private list[real], eps : real) : int
  requires eps > 0;
{
  scores := [];
  for j in 0 .. 2 {
    below := 0;
    for i in 0 .. size(d) {
      if (d[i] < j) { below := below + 3; } else { below := below - 3; }
    }
    scores := scores ++ [-|below|];
  }
  r :=$ ExpMech(eps, scores);
  return r;
}

claim hasty : Hasty satisfies dp(eps) when add_remove(d) expect refuted;
