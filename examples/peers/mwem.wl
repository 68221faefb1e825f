// MWEM: in each round the query is chosen of which the synthetic data are furthest off, and measured with noise; then the
// data are updated by what was measured. Queries are a family f((d, q)), and how to update is anybody's. Found.
// Hardt, Ligett and McSherry, A simple and practical algorithm for differentially private data release, NIPS 2012.
program MWEM(
  d : private list[int],
  start : list[real],
  f : (list[int], int) -> real,
  guess : (list[real], int) -> real,
  update : (list[real], int, real) -> list[real],
  m : int,
  rounds : int,
  eps : real
) : list[real]
  requires eps > 0;
  requires m > 0 && rounds > 0;
{
  a := start;
  for t in 0 .. rounds {
    scores := [];
    for j in 0 .. m {
      scores := scores ++ [|f((d, j)) - guess((a, j))|];
    }
    q :=$ ExpMech(eps/(2*rounds), scores);
    z :=$ Laplace(2*rounds/eps);
    a := update((a, q, f((d, q)) + z));
  }
  return a;
}

claim private : MWEM satisfies dp(eps) when forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1;
