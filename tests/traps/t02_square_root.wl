// T2: a change of variables without its derivative. The densities alone have the ratio
// exp(sqrt(z) - z), at most exp(1/4).
// truth: s = 0 against s = 1: the densities of the results at t have the ratio
// 2*sqrt(t)*exp(sqrt(t) - t), which is 2 at t = 1; near t = 1 the events have it too.
// owed: not-a-shift
program Root(s : private int) : real {
  z :=$ Exponential(1) couple z{2} = sqrt(z{1}) cost 1/4;
  return if s = 0 then z else z*z;
}

claim near : Root ~ Root : s{1} = 0 && s{2} = 1 ==> res{1} = res{2} within (1/4) expect unknown;
