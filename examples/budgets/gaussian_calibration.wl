// How wide Gaussian noise has to be for (eps, delta). The classical sigma, sqrt(2*ln(1.25/delta))/eps
// (Dwork and Roth, theorem A.1), is enough for eps up to 1, and more than enough: at eps = 1 and
// delta = 1/100000 the least delta is 0.0000000412. At eps = 10 it is not, and neither is the sigma
// that Miller's thesis prints, without the factor 2. No sigma is enough for delta 0.
program Classical(x : private real) : real {
  z :=$ Gauss(sqrt(2*ln(125000))) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim at_one : Classical satisfies dp(1, 1/100000) when within(x, 1) check x in {0, 1};

program ClassicalHalf(x : private real) : real {
  z :=$ Gauss(2*sqrt(2*ln(1250))) couple z{2} = z{1} + x{1} - x{2} cost 1/2;
  return x + z;
}

claim at_half : ClassicalHalf satisfies dp(1/2, 1/1000) when within(x, 1) check x in {0, 1};

program ClassicalTen(x : private real) : real {
  z :=$ Gauss(sqrt(2*ln(125000))/10);
  return x + z;
}

claim at_ten : ClassicalTen satisfies dp(10, 1/100000) when within(x, 1)
  check x in {0, 1}
  expect refuted;

program WithoutFactor(x : private real) : real {
  z :=$ Gauss(2*sqrt(ln(125000)));
  return x + z;
}

claim as_printed : WithoutFactor satisfies dp(1/2, 1/100000) when within(x, 1)
  check x in {0, 1}
  expect refuted;

// the analytic delta of sigma = 2 at eps = 1 is 0.00682959498..: enough with the last digit rounded up
program Analytic(x : private real) : real {
  z :=$ Gauss(2) couple z{2} = z{1} + x{1} - x{2} cost 1;
  return x + z;
}

claim rounded_up : Analytic satisfies dp(1, 0.006829595) when within(x, 1) check x in {0, 1};

claim rounded_down : Analytic satisfies dp(1, 0.006829594) when within(x, 1)
  check x in {0, 1}
  expect refuted;

claim pure : Analytic satisfies dp(20) when within(x, 1) check x in {0, 1} expect refuted;
