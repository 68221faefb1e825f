// R36, T5: at each output another value is excepted, and each is paid for.
// truth: Shown returns s + x; for N = 2 the results 1 and 2 against 2 and 3 need a delta of 1/2.
// owed small: slack
program Shown(s : private bool, N : int) : int
  requires N >= 1;
{
  x :=$ Uniform(1..N) couple x{2} = x{1} cost 0 except x{1} + (if s{1} then 1 else 0) = o slack 1/N;
  return x + (if s then 1 else 0);
}

claim small : Shown satisfies dp(0, 1/(2*N)) when any pointwise o check N = 2 expect refuted;
