// R36: what is excepted is one value for each sample, and so every sample.
// truth: Shown returns s.
// owed blind: no-price
program Shown(s : private int, N : int) : int
  requires N >= 1;
{
  x :=$ Uniform(1..N)
    couple x{2} = x{1}
    cost 0
    except exists j. x{1} <= j && j <= x{1} && x{1} = j
    slack 1/N;
  return s;
}

claim blind : Shown satisfies dp(0, 1/N) when any check N = 2, s in {0, 1} expect refuted;
