// Erratum 3 of the QIF thesis, at the end of appendix A.4.2: "(1/3, delta)" is about epsilon 1, the
// "theoretical 0.07" is 0.0072488, and e times the first row of the printed matrix is 0.031236.
// The six printed columns, in millionths, with all that is left in one more column.
program PrintedMatrix(resp : private bool) : int {
  y :=$ Choice({
    0 @ (if resp then 961517 else 988509)/1000000,
    1 @ (if resp then 7 else 1)/1000000,
    2 @ (if resp then 66 else 8)/1000000,
    3 @ (if resp then 437 else 67)/1000000,
    4 @ (if resp then 2216 else 436)/1000000,
    5 @ (if resp then 8764 else 2216)/1000000,
    6 @ (if resp then 26993 else 8763)/1000000
  });
  return y;
}

claim rounded : PrintedMatrix satisfies dp(1, 0.0072473) when any check;

claim less : PrintedMatrix satisfies dp(1, 0.0072472) when any check expect refuted;

program GaussCount(resp : private bool) : int {
  z :=$ DiscreteGauss(2);
  return 32 + (if resp then 1 else 0) + z;
}

// at 1/3 the delta is twelve times the printed one
claim third : GaussCount satisfies dp(1/3, 0.007247) when any check expect refuted;
