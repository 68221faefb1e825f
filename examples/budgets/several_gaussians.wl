// Several Gaussian answers about one person are as private as one: in the direction in which the
// two runs differ. Here that is (1, 2) with the widths 3 and 4, at the distance sqrt(1/9 + 4/16):
// rho is half of its square, 13/72, and no less.
program TwoAnswers(x : private bool) : (real, real) {
  n := if x then 1 else 0;
  a :=$ Gauss(3) couple a{2} = a{1} + n{1} - n{2};
  b :=$ Gauss(4) couple b{2} = b{1} + 2*n{1} - 2*n{2};
  return (n + a, 2*n + b);
}

claim together : TwoAnswers satisfies zcdp(13/72) when any check;

// the least delta at epsilon 1 is 0.0191111...; the event that shows it is a half-plane
claim too_small : TwoAnswers satisfies dp(1, 0.019) when any check expect refuted;

// the variances of a sum add up: widths 3 and 4 make 5
program Sum(x : private bool) : real {
  a :=$ Gauss(3);
  b :=$ Gauss(4);
  return (if x then 1 else 0) + a + b;
}

claim sum_too_small : Sum satisfies dp(1/10, 0.0414) when any check expect refuted;

// the width of the noise tells, too: no epsilon is enough, since far out only the wide one is seen
program Width(x : private bool) : real {
  z :=$ Gauss(if x then 2 else 1);
  return z;
}

claim no_epsilon : Width satisfies dp(100) when any check expect refuted;
