// R36: two values are excepted, and one is paid for.
// truth: for N = 4 the result is true with probability 1/2, and with probability 0.
// owed hit: price
program Guessed(s : private int, t : private int, N : int) : bool
  requires N >= 1;
{
  x :=$ Uniform(1..N) couple x{2} = x{1} cost 0 except x{1} = s{1} || x{1} = t{1} slack 1/N;
  return x = s || x = t;
}

program Never(s : private int, t : private int, N : int) : bool
  requires N >= 1;
{
  x :=$ Uniform(1..N);
  return false;
}

claim hit : Guessed ~ Never : ={s, t, N} ==> ={res}
  within (0, 1/N)
  check N = 4, s = 1, t = 2
  expect refuted;
