// T2, R7: the same map written as a shift, z minus half of z. What is added mentions the sample.
// truth: s = 0 against s = 1: Pr1[res <= 1] = 1 - exp(-1) > 0.63, Pr2 = 1 - exp(-1/2) < 0.40.
// owed: not-a-shift
program Halved(s : private int) : real {
  z :=$ Exponential(1) couple z{2} = z{1} - z{1}/2 cost 0;
  return if s = 0 then z else 2*z;
}

claim same : Halved ~ Halved : s{1} = 0 && s{2} = 1 ==> res{1} = res{2} expect unknown;
