// A count with noise that never exceeds 2.
program Count(c : private int) : int {
  // How run 2 draws, what an ordinary draw costs, and how much mass may be left over.
  z :=$ Truncate(DiscreteLaplace(1/ln(2)), -2, 2) couple z{2} = z{1} cost ln(2) slack 1/10;
  return c + z;
}

// The smallest delta.
answer delta = 1/10;

claim almost : Count satisfies dp(ln(2), delta) when within(c, 1);
