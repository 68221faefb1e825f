// T10: a program that looks at its own bill, and so at the other run.
// truth: what a run has spent is not a value of that run.
// refused: ghost-not-here
program Thrifty(x : private int) : real {
  z :=$ Laplace(1) couple z{2} = z{1} + x{1} - x{2};
  r := 0;
  if (cost < 1) { r := x + z; }
  return r;
}

claim free : Thrifty satisfies dp(1) when within(x, 1) expect unknown;
