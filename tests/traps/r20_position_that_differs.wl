// R20: at k the lists need not differ: where they are equal, k is any position. The assertion takes
// a difference for granted and excludes the equal lists.
// truth: the claim holds; the annotation is wrong: equal lists are related too.
// owed: assertion
program First(d : private list[int], eps : real) : real
  requires eps > 0;
  requires size(d) >= 1;
{
  assert d{1}[k] != d{2}[k];
  z :=$ Laplace(1/eps) couple z{2} = z{1} + d{1}[0] - d{2}[0];
  return d[0] + z;
}

claim private : First satisfies dp(eps) when one_differs(d, 1) at k expect unknown;
