// R36: the list of what is excepted has one element, the sample, and so every sample is excepted.
// truth: Shown returns s.
// owed blind: no-price
program Shown(s : private int, N : int) : int
  requires N >= 1;
{
  x :=$ Uniform(1..N) couple x{2} = x{1} cost 0 except mem(x{1}, [x{1}]) slack 1/N;
  return s;
}

claim blind : Shown satisfies dp(0, 1/N) when any check N = 2, s in {0, 1} expect refuted;
