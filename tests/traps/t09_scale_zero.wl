// T9: the scale may be 0. The price |s|/b is then some fixed number that nobody knows, and the
// budget says 0 there.
// truth: b = 0 has no distribution: the program fails there.
// owed: scale-not-positive, division-by-zero
program NoisyCount(c : private int, b : real) : int
  requires b >= 0;
{
  z :=$ DiscreteLaplace(b) couple z{2} = z{1} + c{1} - c{2};
  return c + z;
}

claim private : NoisyCount satisfies dp(if b > 0 then 1/b else 0) when within(c, 1)
  check c in 0..1, b = 0
  expect unknown;
