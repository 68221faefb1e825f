// The Laplace mechanism, BU CS 599 and Privacy Engineering week 4, in both forms of the slides:
// noise around 0 added to f(d), and noise drawn around f(d).
// f is any function of the data; GS bounds how far two neighbours can move it.
program LaplaceMechanism(
  d : private list[real],
  f : list[real] -> real,
  GS : real,
  eps : real
) : real
  requires eps > 0;
  requires GS > 0;
{
  z :=$ Laplace(GS/eps, 0) couple z{2} = z{1} + f(d{1}) - f(d{2});
  z := f(d) + z;
  return z;
}

claim added : LaplaceMechanism satisfies dp(eps) when one_differs(d) && |f(d{1}) - f(d{2})| <= GS;

program LaplaceCentred(d : private list[real], f : list[real] -> real, GS : real, eps : real) : real
  requires eps > 0;
  requires GS > 0;
{
  z :=$ Laplace(GS/eps, f(d)) couple z{2} = z{1};
  return z;
}

claim centred : LaplaceCentred satisfies dp(eps) when one_differs(d) && |f(d{1}) - f(d{2})| <= GS;
