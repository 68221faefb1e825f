// The index of the largest answer with Gaussian noise: probabilities by certified integrals. Of two answers that both move
// by one, against each other, the second wins with probability erfc(1)/2 = .0786 instead of 1/2, since the difference of two
// draws has the variance 2. So epsilon of these inputs is ln(1/erfc(1)) = 1.8496 in one direction and
// ln(2 - erfc(1)) = .611 in the other, enclosed to many digits.
// Report noisy max: Dwork and Roth, The algorithmic foundations of differential privacy (2014), section 3.3, with other noise.

program NoisyMax(q : private list[int]) : int {
  best := 0;
  k := 0;
  for i in 0 .. size(q) {
    z :=$ Gauss(1);
    if (i = 0 || q[i] + z > best) { best := q[i] + z; k := i; }
  }
  return k;
}

claim too_little : NoisyMax satisfies dp(9/5) when all_within(q, 1)
  check q in {[0, 0], [1, -1]}
  expect refuted;
