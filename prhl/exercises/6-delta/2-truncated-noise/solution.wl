// A count with noise that never exceeds 2.
program Count(c : private int) : int {
  // How run 2 draws, what an ordinary draw costs, and how much mass may be left over.
  // A draw of -2 may have to go to -3, where run 2 has nothing. It is left over, with a mass of
  // (1/12)/(5/6). All others lose a factor of 2 at most.
  z :=$ Truncate(DiscreteLaplace(1/ln(2)), -2, 2)
    couple z{2} = z{1} + c{1} - c{2}
    cost ln(2)
    slack 1/10;
  return c + z;
}

// The smallest delta.
answer delta = 1/10;

claim almost : Count satisfies dp(ln(2), delta) when within(c, 1);
