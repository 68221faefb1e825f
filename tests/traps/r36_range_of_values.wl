// R36: as many values as a range has, counted without its end.
// truth: for N = 4 and k = 1 the result is true with probability 1/2, and with probability 0.
// owed hit: price
program Below(k : int, N : int) : bool
  requires N >= 1;
  requires k >= 0;
{
  x :=$ Uniform(0 .. N - 1)
    couple x{2} = x{1}
    cost 0
    except exists j. 0 <= j && j <= k{1} && x{1} = j
    slack k{1}/N;
  return x <= k;
}

program Never(k : int, N : int) : bool
  requires N >= 1;
  requires k >= 0;
{
  x :=$ Uniform(0 .. N - 1);
  return false;
}

claim hit : Below ~ Never : ={k, N} ==> ={res} within (0, k/N) check N = 4, k = 1 expect refuted;
