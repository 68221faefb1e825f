// A count with uniform noise.
program Count(c : private int, n : int) : int
  requires n >= 1;
{
  // How run 2 draws, and how much mass is left over at the edge.
  z :=$ Uniform(-n .. n) couple z{2} = z{1} cost 0 slack 1/(2*n + 1);
  return c + z;
}

claim almost : Count satisfies dp(0, 1/(2*n + 1)) when within(c, 1);

claim pure : Count satisfies dp(100) when within(c, 1) expect refuted;

// The event that breaks `pure` for n = 10. Run 1 has c = 1, run 2 has c = 0.
answer event = res = 11;
