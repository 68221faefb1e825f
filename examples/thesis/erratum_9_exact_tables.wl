// Erratum 9 of the QIF thesis: its discrete Laplace sampler, appendix A.4.1, with exact tables. The
// noise lies in -32..32 (2 + 3*10 is 32), not in -33..33. The least delta at 1/3 is 6.0927...e-6,
// the squeezed end almost alone; with the printed tables it is 6.8336...e-6, and 0.66e-6 of that
// comes from their six digits. The chance that all ten rounds draw the second zero adds 3.3e-9.
program NoisyCount(resp : private bool) : int {
  b := 1;
  u := 0;
  v := 0;
  for i in 0 .. 10 {
    if (b = 1 && u = 0 && v = 0) {
      u :=$ Truncate(Geometric(1 - exp(-1/3)), 0, 2);
      v :=$ Clamp(Geometric(1 - exp(-1)), 0, 10);
      b :=$ Uniform({0, 1});
    }
  }
  z := (1 - 2*b)*(u + 3*v);
  total := 32 + (if resp then 1 else 0);
  return total + z;
}

claim third : NoisyCount satisfies dp(1/3, 0.0000061) when any check;

claim smaller_delta : NoisyCount satisfies dp(1/3, 0.00000609) when any check expect refuted;

// the cure: what is rounded into a range is the answer and not the noise, and no delta is needed
program RoundedCount(resp : private bool) : int {
  y :=$ Clamp(DiscreteLaplace(3, if resp then 33 else 32), 0, 64);
  return y;
}

claim pure : RoundedCount satisfies dp(1/3) when any check;
