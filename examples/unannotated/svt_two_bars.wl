// Sparse vector with two thresholds that share one noise: each query is told to be low (0), middle
// (1) or high (2), and the program stops after N answers that are not low.
// True: raise the shared noise by 1 (eps/2), and the noise of an answer that is not low by 1 plus
// what the query lost (eps/(2N)): its distance to both thresholds is then equal. Low ones are free.
program TwoBars(q : private list[real], middle : real, high : real, N : int, eps : real) : list[int]
  requires eps > 0;
  requires N >= 1;
  requires middle <= high;
{
  rho :=$ Laplace(2/eps);
  left := N;
  out := [];
  i := 0;
  while (i < size(q) && left > 0) {
    eta :=$ Laplace(4*N/eps);
    v := q[i] + eta - rho;
    if (v < middle) {
      out := out ++ [0];
    } else {
      left := left - 1;
      if (v < high) { out := out ++ [1]; } else { out := out ++ [2]; }
    }
    i := i + 1;
  }
  return out;
}

claim private : TwoBars satisfies dp(eps) when all_within(q, 1);
