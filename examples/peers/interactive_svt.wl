// Interactive sparse vector: an adversary chooses each query by the answers so far. A query is a number, f((d, q)) its
// value, and whatever it is, one record moves that by at most 1. Nothing is assumed of the adversary. Found.
// Dwork, Naor, Reingold, Rothblum and Vadhan, STOC 2009; Lyu, Su and Li, VLDB 2017; with an adversary: Barthe, Fong,
// Gaboardi, Gregoire, Hsu and Strub, Advanced probabilistic couplings for differential privacy, CCS 2016.
program Interactive(
  d : private list[real],
  ask : list[bool] -> int,
  f : (list[real], int) -> real,
  T : real,
  N : int,
  rounds : int,
  eps : real
) : list[bool]
  requires eps > 0;
  requires N > 0;
{
  out := [];
  found := 0;
  rho :=$ Laplace(2/eps);
  i := 0;
  while (i < rounds && found < N) {
    q := ask(out);
    z :=$ Laplace(4*N/eps);
    if (f((d, q)) + z >= T + rho) {
      out := out ++ [true];
      found := found + 1;
    } else {
      out := out ++ [false];
    }
    i := i + 1;
  }
  return out;
}

claim private : Interactive satisfies dp(eps)
  when forall v : int. |f((d{1}, v)) - f((d{2}, v))| <= 1;
