// Two stages: a noisy count of the large values decides where the sum is clipped, and the noise of
// the second stage grows with the clip that was chosen.
// True: the count moves by at most 1, for e1. Then clip is equal in both runs and at least 1; one
// clipped value moves by at most clip, and the noise has scale clip/e2, so that costs e2.
program AdaptiveClipping(d : private list[real], large : real, e1 : real, e2 : real) : (real, real)
  requires e1 > 0;
  requires e2 > 0;
{
  many := 0;
  for i in 0 .. size(d) {
    if (d[i] > large) { many := many + 1; }
  }
  z1 :=$ Laplace(1/e1);
  clip := max(1, many + z1);
  s := 0;
  for j in 0 .. size(d) {
    s := s + max(0, min(d[j], clip));
  }
  z2 :=$ Laplace(clip/e2);
  return (clip, s + z2);
}

claim private : AdaptiveClipping satisfies dp(e1 + e2) when one_differs(d);
