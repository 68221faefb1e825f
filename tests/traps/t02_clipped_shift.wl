// T2: what is added lies between -1 and 1, so "the shift is at most 1, the price at most 1/2". It
// mentions the sample all the same: near 0 the map halves every length.
// truth: s = 0 against s = 1: Pr1[|res| <= t] = 1 - exp(-t/2), Pr2[|res| <= t] = 1 - exp(-t/4), whose
// ratio is 1 + exp(-t/4), above 1.97 at t = 1/10; exp(1/2) is below 1.65.
// owed: not-a-shift
program Clipped(s : private int) : real {
  z :=$ Laplace(2) couple z{2} = z{1} + max(-1, min(1, -z{1}/2)) cost 1/2;
  return if s = 0 then z else if |z| <= 1 then 2*z else if z > 0 then z + 1 else z - 1;
}

claim near : Clipped ~ Clipped : s{1} = 0 && s{2} = 1 ==> res{1} = res{2}
  within (1/2)
  expect unknown;
