// The discrete Laplace sampler of the QIF thesis, appendix A.4.1, scale 3, with its printed tables
// of six digits and ten rounds of the inner loop; its noise lies in -32..32. A round draws a sign
// bit b and the parts u and v again while they are (1, 0, 0), the second way to write zero.
// The least delta at 1/3 is 6.8336692...e-6; the thesis prints 0.000007. The database only shifts
// the count (60 answers as printed, 32 of them yes), so only its count is kept here.
program NoisyCount(resp : private bool) : int {
  b := 1;
  u := 0;
  v := 0;
  for i in 0 .. 10 {
    if (b = 1 && u = 0 && v = 0) {
      u :=$ Choice({0 @ 0.448441, 1 @ 0.321322, 2 @ 0.230237});
      v :=$ Choice({
        0 @ 0.632121, 1 @ 0.232544, 2 @ 0.085548, 3 @ 0.031471, 4 @ 0.011578, 5 @ 0.004259,
        6 @ 0.001567, 7 @ 0.000576, 8 @ 0.000212, 9 @ 0.000078, 10 @ 0.000046
      });
      b :=$ Uniform({0, 1});
    }
  }
  z := (1 - 2*b)*(u + 3*v);
  total := 32 + (if resp then 1 else 0);
  return total + z;
}

claim third : NoisyCount satisfies dp(1/3, 0.00000684) when any check;

claim smaller_delta : NoisyCount satisfies dp(1/3, 0.00000683) when any check expect refuted;

// the end of the range is reached in one run only, so the sampler is not private for delta 0
claim no_delta : NoisyCount satisfies dp(1/3) when any check expect refuted;
