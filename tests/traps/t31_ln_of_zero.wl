// T31, T9: the arguments of ln and sqrt are not known to be good. As functions of every number they
// are equal in both runs.
// truth: n = 0: ln(0) has no value, and neither has sqrt(-1): the programs fail there.
// owed: not-positive
program Log(x : private int, n : int) : bool
  requires n >= 0;
{
  return ln(n) > 1;
}

program Root(x : private int, n : int) : bool
  requires n >= 0;
{
  return sqrt(n - 1) > 1;
}

claim log : Log satisfies noninterference when any check x in 0..1, n = 0 expect unknown;

claim root : Root satisfies noninterference when any check x in 0..1, n = 0 expect unknown;
