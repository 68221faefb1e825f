// The first query that is above 0, where each may move by its own weight and is divided by it.
// True: what is compared moves by 1 at most, whatever the weights.
program Weighted(q : private list[real], w : list[real], eps : real) : int
  requires eps > 0;
  requires size(w) = size(q);
  requires forall j. 0 <= j < size(w) ==> w[j] > 0;
{
  rho :=$ Laplace(2/eps);
  i := 0;
  hit := false;
  while (i < size(q) && !hit) {
    nu :=$ Laplace(4/eps);
    if (q[i]/w[i] + nu >= rho) { hit := true; } else { i := i + 1; }
  }
  return i;
}

claim private : Weighted satisfies dp(eps)
  when size(q{1}) = size(q{2}) && (forall j. 0 <= j < size(q{1}) ==> |q{1}[j] - q{2}[j]| <= w[j]);
