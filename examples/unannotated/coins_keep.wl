// The clipped sum of those records that a coin keeps, under both notions of neighbours.
// True: for every outcome of the coins one record adds at most 1; nothing is gained from the sampling here.
program SampleSum(d : private list[real], p : real, eps : real) : real
  requires eps > 0;
  requires 0 <= p <= 1;
{
  s := 0;
  for i in 0 .. size(d) {
    keep :=$ Flip(p);
    if (keep) { s := s + max(0, min(1, d[i])); }
  }
  z :=$ Laplace(1/eps);
  return s + z;
}

claim change : SampleSum satisfies dp(eps) when one_differs(d);
claim remove : SampleSum satisfies dp(eps) when add_remove(d);
