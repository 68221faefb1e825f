// The truncated geometric mechanism, Ghosh, Roughgarden and Sundararajan, STOC 2009, in the exact
// form of Balcer and Vadhan, ITCS 2018 (GeoSample): one uniform draw u, compared with the scaled
// distribution function F, here for counts 0..3 and k = 3, where eps = ln(1 + 1/2^3) = ln(9/8).
// F(z) = 8^(c-z)*9^(3-c+z) for z <= c, else 1377 - 8^(z-c+1)*9^(2-z+c); 1377 = (2*8+1)*9^2.
// It is discrete Laplace noise with the mass outside moved to the ends: the second program, any n.
program GeoSample(c : private int) : int
  requires 0 <= c && c <= 3;
{
  joint {
    eight := [1, 8, 64, 512];
    nine := [1, 9, 81, 729];
    u :=$ Uniform(1..1377);
    z := 0;
    if (u > eight[c]*nine[3 - c]) { z := 1; }
    if (u > (if c >= 1 then eight[c - 1]*nine[4 - c] else 1377 - eight[2 - c]*nine[1 + c])) {
      z := 2;
    }
    if (u > (if c >= 2 then eight[c - 2]*nine[5 - c] else 1377 - eight[3 - c]*nine[c])) { z := 3; }
  } couple z{2} = z{1} cost ln(9/8);
  return z;
}

program TruncatedGeometric(c : private int, n : int, eps : real) : int
  requires eps > 0;
  requires n >= 0;
{
  z :=$ Clamp(DiscreteLaplace(1/eps, c), 0, n) couple z{2} = z{1};
  return z;
}

claim nine_eighths : GeoSample satisfies dp(ln(9/8)) when within(c, 1) check c in 0..3;

claim any_size : TruncatedGeometric satisfies dp(eps) when within(c, 1)
  check n = 3, c in 0..3, eps in {ln(9/8), ln(2)};
