// T7: geometric noise whose parameter is secret. The shift is 0, but the distributions differ.
// truth: x = 0 against x = 1: Pr1[res = k]/Pr2[res = k] = (3/2)^k/2, unbounded: 81/32 at k = 4.
// owed private: same-noise
// owed cut: same-noise, price, not-supported
program Waiting(x : private int) : int {
  z :=$ Geometric(if x > 0 then 1/2 else 1/4) couple z{2} = z{1};
  return z;
}

program WaitingCut(x : private int) : int {
  z :=$ Truncate(Geometric(if x > 0 then 1/2 else 1/4), 0, 5) couple z{2} = z{1};
  return z;
}

claim private : Waiting satisfies dp(ln(2)) when any expect unknown;

claim cut : WaitingCut satisfies dp(ln(2)) when any check x in 0..1 expect refuted;
