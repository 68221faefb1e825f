// T2, R7: the image is half the sample. The density of run 2 is nowhere smaller than that of run 1,
// but the map squeezes an interval into one of half its length: without the factor 1/2 it is free.
// truth: s = 0 against s = 1: Pr1[|res| <= 1] = 1 - exp(-1) > 0.63, Pr2 = 1 - exp(-1/2) < 0.40.
// owed: not-a-shift
program Halved(s : private int) : real {
  z :=$ Laplace(1) couple z{2} = z{1}/2;
  return if s = 0 then z else 2*z;
}

claim same : Halved ~ Halved : s{1} = 0 && s{2} = 1 ==> res{1} = res{2} expect unknown;
