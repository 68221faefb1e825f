// R36: a longer range in run 2, where each number is less likely.
// truth: for N = 4 a number up to 4 has probability 1 in the first and 1/2 in the second.
// owed longer: same-noise
program Short(N : int) : int
  requires N >= 1;
{
  x :=$ Uniform(1..N) couple x{2} = x{1} cost 0 except x{1} = 1 slack 1/N;
  return x;
}

program Long(N : int) : int
  requires N >= 1;
{
  x :=$ Uniform(1 .. 2*N);
  return x;
}

claim longer : Short ~ Long : ={N} ==> ={res} within (0, 1/N) check N = 4 expect refuted;
