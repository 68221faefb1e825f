// Three fields of each record, cut off at 0 and 1, all shown with noise.
// True: a record costs eps/3 for each of its fields.
program Fields(a : private list[(real, real, real)], eps : real) : list[(real, real, real)]
  requires eps > 0;
{
  out := [];
  for i in 0 .. size(a) {
    x :=$ Laplace(3/eps);
    y :=$ Laplace(3/eps);
    z :=$ Laplace(3/eps);
    out := out
      ++ [(max(0, min(1, a[i].0)) + x, max(0, min(1, a[i].1)) + y, max(0, min(1, a[i].2)) + z)];
  }
  return out;
}

claim private : Fields satisfies dp(eps) when one_differs(a);
