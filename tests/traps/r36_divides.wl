// R36, T9: a run-time error where the bad event pays.
// truth: Divides stops with an error where s is drawn.
// owed small: division-by-zero
program Divides(s : private int, N : int) : real
  requires N >= 1;
{
  x :=$ Uniform(1..N) couple x{2} = x{1} cost 0 except x{1} = s{1} || x{1} = s{2} slack 2/N;
  y := 1/(x - s);
  return 0;
}

claim small : Divides satisfies dp(0, 2/N) when any expect unknown;
