// R27, R31: a call rests on a claim of order 2, where order 4 is claimed.
// truth: the divergence of order 4 between Gauss(1) and Gauss(1) moved by 1 is 2, not 1.
// owed fourth: cited-claim
// lemma second: what the call cites
program Noisy(x : private real) : real {
  z :=$ Gauss(1) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim second : Noisy satisfies rdp(2, 1) when within(x, 1);

program Asked(x : private real) : real {
  y :=$ Noisy(x) couple by second;
  return y;
}

claim fourth : Asked satisfies rdp(4, 1) when within(x, 1) expect unknown;
