// R36: ranges that do not meet, and one value that is excepted.
// truth: for N = 10 and s = 5 the result is below 5 with probability 1/2 and 0.
// owed moved: support
program Moved(s : private int, N : int) : int
  requires N >= 1;
{
  x :=$ Uniform(s .. s + N - 1) couple x{2} = x{1} cost 0 except x{1} = s{1} slack 1/N;
  return x;
}

claim moved : Moved satisfies dp(0, 1/N) when any check N = 10, s in {0, 5} expect refuted;
