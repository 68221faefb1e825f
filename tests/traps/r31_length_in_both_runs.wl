// R31, R2: by a claim with a delta the results of run 1 are all gone on with, those that run 2 never has, too.
// truth: Stops always stops with an error; Shown returns lists of another length in the other run.
// lemma shown: true of everything, since its delta is 1
// owed stops: division-by-zero
program Shown(k : private int) : list[int]
  requires k >= 0;
{
  x := [];
  for i in 0 .. k {
    x := x ++ [0];
  }
  return x;
}

program Stops(k : private int) : int
  requires k >= 0;
{
  a :=$ Shown(k) couple by shown;
  b := 1 div (size(a) - size(a));
  return b;
}

claim shown : Shown satisfies dp(0, 1) when k{1} != k{2} assume;

claim stops : Stops satisfies dp(0, 1) when k{1} != k{2} expect unknown;
