// R36, T9: a run-time error in run 2 where the bad event of run 1 pays.
// truth: Divides stops with an error where s is drawn.
// owed small: division-by-zero
program Quiet(s : int, N : int) : real
  requires N >= 1;
{
  x :=$ Uniform(1..N) couple x{2} = x{1} cost 0 except x{1} = s{1} slack 1/N;
  return 0;
}

program Divides(s : int, N : int) : real
  requires N >= 1;
{
  x :=$ Uniform(1..N);
  y := 1/(x - s);
  return 0;
}

claim small : Quiet ~ Divides : ={s, N} ==> ={res} within (0, 1/N) expect unknown;
