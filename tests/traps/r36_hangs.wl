// R36, 1.5: a loop that does not end where the bad event pays, under an invariant that it never happens.
// truth: Hangs does not end with probability 1/N.
// owed small: invariant-entry, terminates
program Hangs(x : private bool, N : int) : bool
  requires N >= 1;
{
  y :=$ Uniform(0 .. N - 1) couple y{2} = y{1} cost 0 except y{1} = 0 slack 1/N;
  hit := y = 0;
  while (hit)
    invariant !hit{1} && !hit{2};
  {
    skip;
  }
  return hit;
}

claim small : Hangs satisfies dp(0, 1/N) when any expect unknown;
