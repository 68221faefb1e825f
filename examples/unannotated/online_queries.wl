// Above threshold over queries that are not known beforehand: each is a number v, and f((d, v)) its
// answer. True: whatever v is, the answer moves by at most 1.
program Online(
  d : private list[real],
  asked : list[real],
  f : (list[real], real) -> real,
  T : real,
  eps : real
) : int
  requires eps > 0;
{
  rho :=$ Laplace(2/eps);
  first := -1;
  for i in 0 .. size(asked) {
    z :=$ Laplace(4/eps);
    if (first < 0 && f((d, asked[i])) + z >= T + rho) { first := i; }
  }
  return first;
}

claim private : Online satisfies dp(eps) when forall v : real. |f((d{1}, v)) - f((d{2}, v))| <= 1;
