// Erratum 1 of the QIF thesis: appendix A.1 prints the mass of discrete Laplace noise at x as
// (e^eps - 1)/(e^eps + 1) * e^|x|. It is (e^eps - 1)/(e^eps + 1) * e^(-eps*|x|): as printed the
// masses grow with |x| and have no sum. Here eps = 1/3, so the scale is 3.
program IsZero() : bool {
  z :=$ DiscreteLaplace(3);
  return z = 0;
}

// the factor in front is right: it is the mass at 0, all of the support counted
program Factor() : bool {
  b :=$ Flip((exp(1/3) - 1)/(exp(1/3) + 1));
  return b;
}

claim factor : IsZero ~ Factor : true ==> res{1} = res{2} check;

// the noise, given that it lies in -1..1
program Window() : int {
  z :=$ Truncate(DiscreteLaplace(3), -1, 1);
  return z;
}

program Corrected() : int {
  all := 1 + 2*exp(-1/3);
  z :=$ Choice({-1 @ exp(-1/3)/all, 0 @ 1/all, 1 @ exp(-1/3)/all});
  return z;
}

program Printed() : int {
  all := 1 + 2*exp(1);
  z :=$ Choice({-1 @ exp(1)/all, 0 @ 1/all, 1 @ exp(1)/all});
  return z;
}

claim corrected : Window ~ Corrected : true ==> res{1} = res{2} check;

claim printed : Window ~ Printed : true ==> res{1} = res{2} check expect refuted;
